import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Actions for the live venue, stored before they are sent: after a crash the next process finds
 * here what was asked for, by whom, and until when it may still arrive.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_live_actions (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        path_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        request_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        body MEDIUMTEXT NOT NULL,
        nonce BIGINT NULL,
        expires_at_ms BIGINT NULL,
        result MEDIUMTEXT NULL,
        created_at_ms BIGINT NOT NULL,
        due_at_ms BIGINT NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY venue_live_actions_path (realm_id, path_hash),
        KEY venue_live_actions_due (state, due_at_ms),
        KEY venue_live_actions_object (object_id, state)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_live_actions')
  }
}
