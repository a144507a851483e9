import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Signed amounts with the balance after each, clustered per object and denomination, so that the
 * history of an object and its balance at any cut are one seek. Append-only.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE journal_legs (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        leg_no SMALLINT UNSIGNED NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        kind VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        balance_after DECIMAL(36,6) NOT NULL,
        PRIMARY KEY (object_id, denomination, seq, leg_no),
        KEY journal_legs_entry (realm_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE journal_legs')
  }
}
