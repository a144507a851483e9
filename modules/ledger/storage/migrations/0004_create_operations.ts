import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every operation ever made; hundreds of millions. `operations_path` is the idempotency key of the
 * whole service and never expires.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE operations (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        path VARCHAR(512) NOT NULL,
        type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        request_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        input MEDIUMTEXT NOT NULL,
        outcome TEXT NOT NULL,
        failure_message VARCHAR(500) NULL,
        actor_type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        actor_id VARCHAR(255) NOT NULL,
        source_object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        source_path VARCHAR(512) NULL,
        target_object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        target_path VARCHAR(512) NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        amount DECIMAL(36,6) NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY operations_path (realm_id, path),
        KEY operations_newest (realm_id, created_at, id),
        KEY operations_source (source_object_id, created_at),
        KEY operations_target (target_object_id, created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE operations')
  }
}
