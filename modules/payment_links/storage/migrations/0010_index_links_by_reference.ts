import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the links of one reference without a search through all links of a realm. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE payment_links ADD KEY payment_links_reference (realm_id, reference, created_at, id)'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE payment_links DROP KEY payment_links_reference')
  }
}
