import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the turns of an organization, and which of its webhooks has waited longest for one. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE webhooks ADD KEY webhooks_turns (org_id, turn_job, due_at)')
  }

  async down() {
    this.schema.raw('ALTER TABLE webhooks DROP KEY webhooks_turns')
  }
}
