import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per schedule, kept when it has ended: its path names the operations that it made, and
 * another schedule at the same path would find them in its way.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE schedules (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        name VARCHAR(100) NOT NULL,
        path VARCHAR(512) NOT NULL,
        rule VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NULL,
        run_at DATETIME(6) NULL,
        time_zone VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        anchor BIGINT NOT NULL,
        action VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        template MEDIUMTEXT NOT NULL,
        missed VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status_reason VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        next_run_at DATETIME(6) NULL,
        occurrences INT UNSIGNED NOT NULL,
        missed_runs INT UNSIGNED NOT NULL,
        actor TEXT NOT NULL,
        credential TEXT NOT NULL,
        request_hash BINARY(32) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY schedules_path (realm_id, path),
        KEY schedules_newest (realm_id, created_at, id),
        KEY schedules_standing (realm_id, status),
        KEY schedules_due (status, next_run_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE schedules')
  }
}
