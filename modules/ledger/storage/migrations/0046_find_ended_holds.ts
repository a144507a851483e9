import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds what was in flight at a past moment and has ended since, among all holds ever made. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('CREATE INDEX holds_ended ON holds (object_id, resolved_at, created_at)')
  }

  async down() {
    this.schema.raw('DROP INDEX holds_ended ON holds')
  }
}
