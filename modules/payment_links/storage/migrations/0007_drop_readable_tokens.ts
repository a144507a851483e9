import { BaseSchema } from '@adonisjs/lucid/schema'

/** From here on no token is readable in the database, or in the backups and logs made of it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE payment_links DROP COLUMN token')
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE payment_links
        ADD COLUMN token CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD UNIQUE KEY payment_links_token (token)`)
  }
}
