import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row per file that was compared. `lease` names the worker that has it at the moment. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE reconciliations (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        object_path VARCHAR(512) NULL,
        prefix VARCHAR(513) NULL,
        format VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        encoding VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        mapping TEXT NULL,
        rules TEXT NOT NULL,
        from_day INT UNSIGNED NULL,
        to_day INT UNSIGNED NULL,
        file_name VARCHAR(100) NOT NULL,
        file_bytes INT UNSIGNED NOT NULL,
        file_sha256 CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        \`lines\` INT UNSIGNED NOT NULL,
        items INT UNSIGNED NOT NULL,
        total_items INT UNSIGNED NULL,
        summary TEXT NULL,
        problems MEDIUMTEXT NULL,
        actor TEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        ended_at DATETIME(6) NULL,
        lease VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        leased_until DATETIME(6) NULL,
        PRIMARY KEY (id),
        KEY reconciliations_newest (realm_id, created_at, id),
        KEY reconciliations_running (org_id, status),
        KEY reconciliations_status (status, created_at),
        KEY reconciliations_ended (ended_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE reconciliations')
  }
}
