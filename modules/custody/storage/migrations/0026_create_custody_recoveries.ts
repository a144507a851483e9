import { BaseSchema } from '@adonisjs/lucid/schema'

/** Withdrawals with a recovery key that are final: `owed` until the ledger has booked them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_recoveries (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        destination CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(39, 0) NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        log_index INT UNSIGNED NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        booked_at DATETIME(6) NULL,
        PRIMARY KEY (chain_id, pool, seq),
        KEY custody_recoveries_state (state, chain_id, pool, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_recoveries')
  }
}
