import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per realm. `requested`: to be created; `created`: final on the chain; `refused`: this
 * chain may not hold the realm's value.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_pools (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        paper TINYINT(1) NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        chain_id BIGINT UNSIGNED NULL,
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id),
        KEY custody_pools_state (state, realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_pools')
  }
}
