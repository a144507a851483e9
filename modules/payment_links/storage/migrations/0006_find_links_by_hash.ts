import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds links by the hash of their token. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE payment_links
        MODIFY COLUMN token_hash BINARY(32) NOT NULL,
        MODIFY COLUMN token_sealed VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        ADD UNIQUE KEY payment_links_token_hash (token_hash)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE payment_links
        DROP KEY payment_links_token_hash,
        MODIFY COLUMN token_hash BINARY(32) NULL,
        MODIFY COLUMN token_sealed VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }
}
