import { BaseSchema } from '@adonisjs/lucid/schema'

/** `turn_job` names the job of the outbox that stands for the webhook's turn, owed or under way. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE webhooks
        ADD COLUMN turn_job VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE webhooks DROP COLUMN turn_job')
  }
}
