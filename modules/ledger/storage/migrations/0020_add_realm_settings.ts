import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Realm settings: small, read with the realm, null until a builder sets them. `branding` is JSON.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE realms
        ADD COLUMN default_fee_tenths_bps INT UNSIGNED NULL,
        ADD COLUMN branding TEXT NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE realms DROP COLUMN default_fee_tenths_bps, DROP COLUMN branding')
  }
}
