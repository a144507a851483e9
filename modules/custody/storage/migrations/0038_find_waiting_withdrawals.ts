import { BaseSchema } from '@adonisjs/lucid/schema'

/** Which withdrawals of a boundary were asked for first is read whenever one of them wants to leave. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE custody_withdrawals ADD KEY custody_withdrawals_waiting (boundary_id, state, created_at)'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_withdrawals DROP KEY custody_withdrawals_waiting')
  }
}
