import { BaseSchema } from '@adonisjs/lucid/schema'

/** The log of operators is append-only for every database user, whatever its rights. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TRIGGER operator_actions_refuse_delete BEFORE DELETE ON operator_actions FOR EACH ROW
      SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'operator_actions is append-only'`)
  }

  async down() {
    this.schema.raw('DROP TRIGGER operator_actions_refuse_delete')
  }
}
