import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the signature of a request was used for, which its signed text does not say; null for older
 * ones.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE request_signatures
        ADD COLUMN method VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN route VARCHAR(255) NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE request_signatures DROP COLUMN method, DROP COLUMN route')
  }
}
