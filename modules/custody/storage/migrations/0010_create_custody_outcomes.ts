import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per operation id and pool: what became of it on the chain, for good. Written in the
 * transaction that makes the event final. `op_hash` is the id as the chain knows it, so that an
 * outcome whose operation this database does not know (a restored backup) is kept as well.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_outcomes (
        chain_id BIGINT UNSIGNED NOT NULL,
        op_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        event VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        reason VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        amount DECIMAL(38,0) NULL,
        seq BIGINT UNSIGNED NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        log_index INT UNSIGNED NOT NULL,
        final_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, op_hash, pool),
        KEY custody_outcomes_seq (chain_id, pool, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_outcomes')
  }
}
