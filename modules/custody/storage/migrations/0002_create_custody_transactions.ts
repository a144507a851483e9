import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per nonce the service has used, for ever: together with its attempts it is the journal
 * from which a local chain is rebuilt. `purpose` names the intent, so that repeating a job finds the
 * transaction instead of sending a second one; `try_no` counts fresh nonces for the same intent.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_transactions (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        chain_id BIGINT UNSIGNED NOT NULL,
        lane_address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        nonce BIGINT UNSIGNED NOT NULL,
        purpose VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        try_no INT UNSIGNED NOT NULL,
        to_address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        calldata MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        gas BIGINT UNSIGNED NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        block_number BIGINT UNSIGNED NULL,
        block_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY custody_transactions_nonce (chain_id, lane_address, nonce),
        UNIQUE KEY custody_transactions_purpose (chain_id, lane_address, purpose, try_no),
        KEY custody_transactions_state (state, chain_id, lane_address, nonce)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_transactions')
  }
}
