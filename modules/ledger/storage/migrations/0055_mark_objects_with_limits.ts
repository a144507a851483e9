import { BaseSchema } from '@adonisjs/lucid/schema'

/** Movements of objects without limits read no limits. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE objects ADD COLUMN has_limits TINYINT NOT NULL DEFAULT 0')
  }

  async down() {
    this.schema.raw('ALTER TABLE objects DROP COLUMN has_limits')
  }
}
