import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The hash by which a link is found, and its token, sealed for callers who may be shown it again.
 * The next migration fills both for existing links.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE payment_links
        ADD COLUMN token_hash BINARY(32) NULL AFTER token,
        ADD COLUMN token_sealed VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NULL
          AFTER token_hash`)
  }

  async down() {
    this.schema.raw('ALTER TABLE payment_links DROP COLUMN token_hash, DROP COLUMN token_sealed')
  }
}
