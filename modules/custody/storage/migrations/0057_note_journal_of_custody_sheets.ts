import { BaseSchema } from '@adonisjs/lucid/schema'

/** The newest entry of the journal that a sheet shows: one that shows all of it is not drawn up again. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE custody_sheets ADD COLUMN journal_seq BIGINT UNSIGNED NOT NULL DEFAULT 0'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_sheets DROP COLUMN journal_seq')
  }
}
