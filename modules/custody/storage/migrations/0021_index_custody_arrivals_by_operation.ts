import { BaseSchema } from '@adonisjs/lucid/schema'

/** Evidence asks what a page of deposits was credited with; without a key it would read all arrivals. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE custody_arrivals ADD KEY custody_arrivals_operation (chain_id, operation_id)'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_arrivals DROP KEY custody_arrivals_operation')
  }
}
