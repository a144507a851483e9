import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How far a payment is. Until `held_until` the deadline does not end the link, because money is on
 * its way; `received_amount` is the amount that completed it, `late_amount` what came after its
 * end.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE payment_links
        ADD COLUMN destination_address VARCHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN held_until DATETIME(6) NULL,
        ADD COLUMN received_amount DECIMAL(36,6) NULL,
        ADD COLUMN late_amount DECIMAL(36,6) NULL`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE payment_links
        DROP COLUMN destination_address,
        DROP COLUMN held_until,
        DROP COLUMN received_amount,
        DROP COLUMN late_amount`)
  }
}
