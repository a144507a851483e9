import { BaseSchema } from '@adonisjs/lucid/schema'

/** How far the replay of a webhook is, and the last entry of its span; null when there is none. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE webhooks
        ADD COLUMN replay_seq BIGINT UNSIGNED NULL,
        ADD COLUMN replay_no SMALLINT UNSIGNED NULL,
        ADD COLUMN replay_up_to BIGINT UNSIGNED NULL`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE webhooks
        DROP COLUMN replay_seq, DROP COLUMN replay_no, DROP COLUMN replay_up_to`)
  }
}
