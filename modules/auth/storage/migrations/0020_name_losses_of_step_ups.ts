import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What ends with the thing that a person is asked about, as JSON; null when nothing does. It is
 * stored because the page shows what existed when the program asked.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE step_up_requests ADD COLUMN losses TEXT NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE step_up_requests DROP COLUMN losses')
  }
}
