import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The signed bytes of a transaction, stored before they are sent. A fee bump is a further attempt
 * with the same nonce; whichever is mined wins.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_attempts (
        transaction_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        attempt_no INT UNSIGNED NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        raw MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        max_fee_wei DECIMAL(38,0) NOT NULL,
        tip_wei DECIMAL(38,0) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (transaction_id, attempt_no),
        UNIQUE KEY custody_attempts_hash (tx_hash)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_attempts')
  }
}
