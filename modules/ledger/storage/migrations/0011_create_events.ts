import { BaseSchema } from '@adonisjs/lucid/schema'

/** Committed events, in realm order: also the log that listeners read. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE events (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        event_no SMALLINT UNSIGNED NOT NULL,
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        operation_path VARCHAR(512) NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        object_path VARCHAR(512) NULL,
        payload TEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id, seq, event_no),
        UNIQUE KEY events_id (id),
        KEY events_operation (operation_id),
        KEY events_object (object_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE events')
  }
}
