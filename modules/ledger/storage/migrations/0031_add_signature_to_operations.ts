import { BaseSchema } from '@adonisjs/lucid/schema'

/** The signed request that led to an operation; null for unsigned ones. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE operations
        ADD COLUMN signature_id CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE operations DROP COLUMN signature_id')
  }
}
