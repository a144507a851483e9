import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The newest balance sheet of each realm with a pool, and how often in a row it was not conserved.
 * Amounts in base units; null where they could not be measured.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_sheets (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        chain_id BIGINT UNSIGNED NOT NULL,
        measured_at DATETIME(6) NOT NULL,
        block_number BIGINT NULL,
        final_seq BIGINT UNSIGNED NOT NULL,
        conserved TINYINT(1) NULL,
        physical_drift DECIMAL(39, 0) NULL,
        replay_drift DECIMAL(39, 0) NULL,
        stranded DECIMAL(39, 0) NULL,
        unattributed DECIMAL(39, 0) NULL,
        insolvent_boundaries INT UNSIGNED NOT NULL,
        broken_looks INT UNSIGNED NOT NULL,
        PRIMARY KEY (realm_id),
        KEY custody_sheets_oldest (chain_id, measured_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_sheets')
  }
}
