import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether an object's value is kept in books of its kind's own, beside the journal. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE objects ADD COLUMN keeps_own_books BOOLEAN NOT NULL DEFAULT 0')
  }

  async down() {
    this.schema.raw('ALTER TABLE objects DROP COLUMN keeps_own_books')
  }
}
