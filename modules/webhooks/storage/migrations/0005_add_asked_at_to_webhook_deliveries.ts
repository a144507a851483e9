import { BaseSchema } from '@adonisjs/lucid/schema'

/** When somebody last asked for the delivery again; it is kept for thirty days from then on. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE webhook_deliveries ADD COLUMN asked_at DATETIME(6) NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE webhook_deliveries DROP COLUMN asked_at')
  }
}
