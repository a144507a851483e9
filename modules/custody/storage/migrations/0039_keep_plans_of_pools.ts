import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What a pool was or will be made with. A pool is never upgraded, and every address that belongs to it
 * follows from its own contracts, whatever was released since. NULL in rows from before: read from the
 * pool itself when it is next needed. `factory` stays NULL where nobody can tell any more.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_pools
        ADD COLUMN implementation CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN factory CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN token CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN contract_release INT UNSIGNED NULL`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE custody_pools
        DROP COLUMN implementation, DROP COLUMN factory, DROP COLUMN token,
        DROP COLUMN contract_release`)
  }
}
