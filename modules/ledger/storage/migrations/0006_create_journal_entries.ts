import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row per accepted change, numbered without a gap per realm. Append-only. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE journal_entries (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        op_type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        authority VARCHAR(300) NOT NULL,
        status VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        committed_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id, seq),
        KEY journal_entries_operation (operation_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE journal_entries')
  }
}
