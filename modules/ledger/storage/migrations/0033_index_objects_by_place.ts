import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * All that folders and prefixes read of objects, so that a folder of 100,000 is read from one
 * stretch of this index and not from 100,000 places of the table.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'CREATE INDEX objects_place ON objects (realm_id, path, status, ready_at, created_at)'
    )
  }

  async down() {
    this.schema.raw('DROP INDEX objects_place ON objects')
  }
}
