import { BaseSchema } from '@adonisjs/lucid/schema'

/** How often a job was published since its handler last came to an end: what its retry delay doubles by. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE outbox ADD COLUMN tries INT UNSIGNED NOT NULL DEFAULT 1')
  }

  async down() {
    this.schema.raw('ALTER TABLE outbox DROP COLUMN tries')
  }
}
