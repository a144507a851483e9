import { BaseSchema } from '@adonisjs/lucid/schema'

/** The next nonce of each operator account; a row per account and chain, locked to take a number. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_lanes (
        chain_id BIGINT UNSIGNED NOT NULL,
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        next_nonce BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (chain_id, address)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_lanes')
  }
}
