import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Objects of every generation; millions. `active_key` is empty while the object holds its path, and
 * its own id once it is deleted, which makes the path unique among living objects only.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE objects (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        path VARCHAR(512) NOT NULL,
        active_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
        type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        display_name VARCHAR(600) NULL,
        metadata TEXT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        ready_at DATETIME(6) NULL,
        deleted_at DATETIME(6) NULL,
        withdrawn_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        UNIQUE KEY objects_path (realm_id, path, active_key),
        KEY objects_newest (realm_id, created_at, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE objects')
  }
}
