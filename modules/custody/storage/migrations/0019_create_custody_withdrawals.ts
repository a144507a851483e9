import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per withdrawal that the chain carries. `opened`: nothing was sent; `sending`: a
 * transaction may be on its way; `voiding`: given up, its id is being voided; `dropped`: given up
 * with nothing sent; `ended`: its outcome is final. `exit_slot` is the boundary as long as the
 * withdrawal is the one exit that may wait there; `ripe_at` is in Unix seconds of the chain.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_withdrawals (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        refused_as VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
        refusal VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NULL,
        exit_slot VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ripe_at BIGINT UNSIGNED NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (operation_id),
        UNIQUE KEY custody_withdrawals_exit (exit_slot),
        KEY custody_withdrawals_ripe (ripe_at, exit_slot)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_withdrawals')
  }
}
