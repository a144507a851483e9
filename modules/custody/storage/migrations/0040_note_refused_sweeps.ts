import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Why the chain refuses to bring what lies at a deposit address into its pool; NULL where it does not.
 * Such a row is `unswept` too, which is indexed.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_intents
        ADD COLUMN sweep_refused VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_intents DROP COLUMN sweep_refused')
  }
}
