import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Counts who has relied on the members of an organization: a write of the row is what the nodes of a
 * Galera cluster hold two transactions against each other by, and a locked row is not.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE organizations ADD COLUMN holds BIGINT UNSIGNED NOT NULL DEFAULT 0')
  }

  async down() {
    this.schema.raw('ALTER TABLE organizations DROP COLUMN holds')
  }
}
