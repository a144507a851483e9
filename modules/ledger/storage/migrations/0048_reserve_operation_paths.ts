import { BaseSchema } from '@adonisjs/lucid/schema'

/** Prefixes of operation paths where only unscoped credentials book: a JSON list, null without any. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE realms ADD COLUMN reserved_operation_paths TEXT NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE realms DROP COLUMN reserved_operation_paths')
  }
}
