import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which API key made a key, and who adopted it. A key ends with the key that made it, unless a
 * builder took it over. Older keys have no maker on record and end by themselves.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE api_keys
        ADD COLUMN created_by_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN adopted_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD KEY api_keys_of_maker (created_by_key)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE api_keys
        DROP KEY api_keys_of_maker,
        DROP COLUMN adopted_by,
        DROP COLUMN created_by_key`)
  }
}
