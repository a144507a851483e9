import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the failed items of a batch, whose transaction somebody asks about by its hash. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE custody_failed_items ADD KEY custody_failed_items_batch (batch_id)'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_failed_items DROP KEY custody_failed_items_batch')
  }
}
