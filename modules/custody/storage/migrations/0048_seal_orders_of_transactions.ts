import { BaseSchema } from '@adonisjs/lucid/schema'

/** What `OrderSeal` makes of the row; NULL in rows from before, which are signed already, and in those that do nothing. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_transactions
        ADD COLUMN seal CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_transactions DROP COLUMN seal')
  }
}
