import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per credit of a pool that nobody minted: value from outside, final. `dust`: less than the
 * least credit, it waits for more of the same reference. `due`: to be credited by the ledger, with
 * all of its `group_seq` in one deposit. `credited`: done. `stranded`: its realm is closed or its
 * boundary nobody's; it stays in the pool.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_arrivals (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        ref_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(38,0) NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        log_index INT UNSIGNED NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        group_seq BIGINT UNSIGNED NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        final_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, pool, seq),
        KEY custody_arrivals_state (chain_id, state, final_at),
        KEY custody_arrivals_ref (chain_id, pool, ref_hash, state),
        KEY custody_arrivals_group (chain_id, pool, group_seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_arrivals')
  }
}
