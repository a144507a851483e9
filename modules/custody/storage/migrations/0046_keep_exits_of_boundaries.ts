import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Several withdrawals of a boundary may wait, here as JSON. NULL in rows of a release that knows one: the columns
 * beside it have that one, and go on having the one that leaves next.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_boundary_mirror
        ADD COLUMN exits MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_boundary_mirror DROP COLUMN exits')
  }
}
