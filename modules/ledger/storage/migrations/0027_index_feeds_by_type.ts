import { BaseSchema } from '@adonisjs/lucid/schema'

/** A page of one type must not read past millions of rows of the others. */
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
