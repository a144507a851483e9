import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Prefixes of operation paths at which only unscoped credentials book: a JSON list, null when there
 * are none.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE realms ADD COLUMN reserved_operation_paths TEXT NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE realms DROP COLUMN reserved_operation_paths')
  }
}
