import { BaseSchema } from '@adonisjs/lucid/schema'

/** History is append-only for every database user, whatever its rights. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TRIGGER journal_entries_refuse_update BEFORE UPDATE ON journal_entries FOR EACH ROW
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'journal_entries is append-only'`)
  }

  async down() {
    this.schema.raw('DROP TRIGGER journal_entries_refuse_update')
  }
}
