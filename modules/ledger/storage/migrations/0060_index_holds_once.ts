import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The end of a hold changed three indexes for each of its sides. Open holds of an object are found by
 * `holds_ended`, as those without an end; only holds that end by themselves have an expiry, and lose it
 * when they end.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`ALTER TABLE holds
        ADD KEY holds_expiry (expires_at),
        DROP KEY holds_object,
        DROP KEY holds_due`)
  }

  async down() {
    this.schema.raw(`ALTER TABLE holds
        ADD KEY holds_object (object_id, state),
        ADD KEY holds_due (state, expires_at),
        DROP KEY holds_expiry`)
  }
}
