import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds the objects of a custody boundary without a walk through its realm. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('CREATE INDEX objects_boundary ON objects (boundary_id, id)')
  }

  async down() {
    this.schema.raw('DROP INDEX objects_boundary ON objects')
  }
}
