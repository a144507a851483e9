import { BaseSchema } from '@adonisjs/lucid/schema'

/** The entries of an operation lead to its events and its deltas, which each had an index of their own for that. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE events DROP KEY events_operation')
    this.schema.raw('ALTER TABLE deltas DROP KEY deltas_operation')
  }

  async down() {
    this.schema.raw('ALTER TABLE events ADD KEY events_operation (operation_id)')
    this.schema.raw('ALTER TABLE deltas ADD KEY deltas_operation (operation_id)')
  }
}
