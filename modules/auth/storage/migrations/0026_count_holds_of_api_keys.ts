import { BaseSchema } from '@adonisjs/lucid/schema'

/** Counts who has relied on an API key that stood: see `0024_count_holds_of_organizations`. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE api_keys ADD COLUMN holds BIGINT UNSIGNED NOT NULL DEFAULT 0')
  }

  async down() {
    this.schema.raw('ALTER TABLE api_keys DROP COLUMN holds')
  }
}
