import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Transfers between boundaries that are to be given up: `open` until the pool has given their number
 * an outcome, whichever it is. Those of a group share a transaction; without one they wait for theirs.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_voids (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        group_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (operation_id),
        KEY custody_voids_state (state, operation_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_voids')
  }
}
