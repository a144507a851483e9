import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Nonces of accounts of the service that something else used: evidence, and what is owed because of it.
 * `halted_at` is NULL until the live realms of the chain are halted. `tx_hash` is NULL where the node
 * does not tell any more what used the nonce.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_foreign_nonces (
        chain_id BIGINT UNSIGNED NOT NULL,
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        nonce BIGINT UNSIGNED NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        block_number BIGINT UNSIGNED NULL,
        seen_at DATETIME(6) NOT NULL,
        halted_at DATETIME(6) NULL,
        PRIMARY KEY (chain_id, address, nonce)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_foreign_nonces')
  }
}
