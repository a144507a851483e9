import { BaseSchema } from '@adonisjs/lucid/schema'

/** The links of one object must not be looked for among all of a realm. */
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
