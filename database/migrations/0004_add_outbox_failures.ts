import { BaseSchema } from '@adonisjs/lucid/schema'

/** Why a job's handler failed the last time, and since when it has not come to an end. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE outbox
        ADD COLUMN last_error VARCHAR(300) NULL,
        ADD COLUMN failing_since DATETIME(6) NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE outbox DROP COLUMN failing_since, DROP COLUMN last_error')
  }
}
