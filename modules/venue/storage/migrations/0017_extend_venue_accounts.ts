import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Cash on its way out of an account: by operation, and its sum, which is part of the object's
 * balance.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE venue_accounts
        ADD COLUMN reserved TEXT NULL,
        ADD COLUMN reserved_cash DECIMAL(38,6) NOT NULL DEFAULT 0`)
  }

  async down() {
    this.schema.raw('ALTER TABLE venue_accounts DROP COLUMN reserved, DROP COLUMN reserved_cash')
  }
}
