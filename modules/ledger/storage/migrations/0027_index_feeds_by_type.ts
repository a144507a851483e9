import { BaseSchema } from '@adonisjs/lucid/schema'

/** Keeps a page of one type from reading past millions of rows of other types. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE operations ADD KEY operations_type (realm_id, type, created_at)')
    this.schema.raw('ALTER TABLE events ADD KEY events_type (realm_id, type, seq, event_no)')
  }

  async down() {
    this.schema.raw('ALTER TABLE operations DROP KEY operations_type')
    this.schema.raw('ALTER TABLE events DROP KEY events_type')
  }
}
