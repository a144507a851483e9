import { BaseSchema } from '@adonisjs/lucid/schema'

/** Until when one attempt to execute a request keeps others away from it, unless it ends before. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE approvals ADD COLUMN held_until DATETIME(6) NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE approvals DROP COLUMN held_until')
  }
}
