import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Sets the flag of existing objects: those of the venue, and the venue's accounts that stand
 * against them.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      UPDATE objects SET keeps_own_books = 1
       WHERE type = 'exchange' OR path LIKE '/\\_system/venue/%'`)
  }

  async down() {
    // The column is dropped with the migration before.
  }
}
