import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whether the kind of an object keeps its value in books of its own, beside the journal. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE objects ADD COLUMN keeps_own_books BOOLEAN NOT NULL DEFAULT 0')
  }

  async down() {
    this.schema.raw('ALTER TABLE objects DROP COLUMN keeps_own_books')
  }
}
