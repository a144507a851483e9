import { BaseSchema } from '@adonisjs/lucid/schema'

/** History is append-only for every database user, whatever its rights. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TRIGGER journal_legs_refuse_delete BEFORE DELETE ON journal_legs FOR EACH ROW
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'journal_legs is append-only'`)
  }

  async down() {
    this.schema.raw('DROP TRIGGER journal_legs_refuse_delete')
  }
}
