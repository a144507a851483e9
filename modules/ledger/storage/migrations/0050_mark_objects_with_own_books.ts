import { BaseSchema } from '@adonisjs/lucid/schema'

/** What was made before objects said so: those of the venue, and its accounts that stand against them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      UPDATE objects SET keeps_own_books = 1
       WHERE type = 'exchange' OR path LIKE '/\\_system/venue/%'`)
  }

  async down() {
    // The column goes with the migration before.
  }
}
