import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the links of one object without a search through all links of a realm. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE payment_links ADD KEY payment_links_object (realm_id, object_path, created_at, id)'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE payment_links DROP KEY payment_links_object')
  }
}
