import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the token of a live pool said of itself when the pool was created; a start compares it. NULL for
 * paper pools, and in rows from before.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_pools
        ADD COLUMN token_symbol VARCHAR(32) NULL,
        ADD COLUMN token_decimals TINYINT UNSIGNED NULL,
        ADD COLUMN token_code_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE custody_pools
        DROP COLUMN token_symbol, DROP COLUMN token_decimals, DROP COLUMN token_code_hash`)
  }
}
