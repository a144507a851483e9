import { BaseSchema } from '@adonisjs/lucid/schema'

/** A confirmation may concern the organization as a whole, and then names no realm. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE step_up_requests
        MODIFY realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('DELETE FROM step_up_requests WHERE realm_id IS NULL')
    this.schema.raw(`
      ALTER TABLE step_up_requests
        MODIFY realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`)
  }
}
