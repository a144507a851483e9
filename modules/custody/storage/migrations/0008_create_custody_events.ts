import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per event of a pool. The key is the number the contract gives it: hash and log index
 * change in a reorganisation. `tentative`: seen; `final`: applied, in the order of `seq`.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_events (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        name VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        payload TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        block_number BIGINT NOT NULL,
        block_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        log_index INT UNSIGNED NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seen_at DATETIME(6) NOT NULL,
        final_at DATETIME(6) NULL,
        PRIMARY KEY (chain_id, pool, seq),
        KEY custody_events_state (chain_id, state, block_number),
        KEY custody_events_tx (tx_hash)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_events')
  }
}
