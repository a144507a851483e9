import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Finds the fill that left a position as it was at a past moment, among all fills of its account.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'CREATE INDEX venue_fills_market ON venue_fills (object_id, market, created_at, id)'
    )
  }

  async down() {
    this.schema.raw('DROP INDEX venue_fills_market ON venue_fills')
  }
}
