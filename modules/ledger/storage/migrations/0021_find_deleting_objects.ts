import { BaseSchema } from '@adonisjs/lucid/schema'

/** Lets the reaper find the few objects that are being deleted among millions that are not. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE objects ADD KEY objects_status (status, updated_at)')
  }

  async down() {
    this.schema.raw('ALTER TABLE objects DROP KEY objects_status')
  }
}
