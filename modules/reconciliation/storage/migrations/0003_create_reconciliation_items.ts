import { BaseSchema } from '@adonisjs/lucid/schema'

/** The report, item by item. Its key lets a part that is written again change nothing. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE reconciliation_items (
        reconciliation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number INT UNSIGNED NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        rule TINYINT UNSIGNED NULL,
        suggestion INT UNSIGNED NULL,
        line_row INT UNSIGNED NULL,
        line_day INT UNSIGNED NULL,
        line_amount DECIMAL(36,6) NULL,
        line_references TEXT NULL,
        line_text VARCHAR(512) NULL,
        entry_seq BIGINT UNSIGNED NULL,
        entry_at DATETIME(6) NULL,
        entry_type VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        operation_path VARCHAR(512) NULL,
        entry_reference VARCHAR(255) NULL,
        entry_amount DECIMAL(36,6) NULL,
        PRIMARY KEY (reconciliation_id, number),
        KEY reconciliation_items_state (reconciliation_id, state, number)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE reconciliation_items')
  }
}
