import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Below which nonce each account of the service was compared with what was ordered. Apart from
 * `custody_lanes`, whose rows are locked by whoever takes a nonce.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_nonce_cursors (
        chain_id BIGINT UNSIGNED NOT NULL,
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        checked_nonce BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (chain_id, address)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_nonce_cursors')
  }
}
