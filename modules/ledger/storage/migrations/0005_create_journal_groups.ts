import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row per committed group and realm: the internal hash chain, and the cuts of as-of reads. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE journal_groups (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq_from BIGINT UNSIGNED NOT NULL,
        seq_to BIGINT UNSIGNED NOT NULL,
        entry_count INT UNSIGNED NOT NULL,
        committed_at DATETIME(6) NOT NULL,
        prev_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (realm_id, seq_to),
        KEY journal_groups_time (realm_id, committed_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE journal_groups')
  }
}
