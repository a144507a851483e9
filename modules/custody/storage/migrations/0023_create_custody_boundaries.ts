import { BaseSchema } from '@adonisjs/lucid/schema'

/** The boundaries of realms and their ids on the chain, which are hashes nobody can read back. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_boundaries (
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        root_path VARCHAR(512) NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        recovered_at DATETIME(6) NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (boundary_id),
        UNIQUE KEY custody_boundaries_hash (boundary_hash),
        KEY custody_boundaries_realm (realm_id, boundary_id),
        KEY custody_boundaries_state (state, boundary_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw('ALTER TABLE custody_pools ADD UNIQUE KEY custody_pools_boundary (boundary_id)')
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_pools DROP KEY custody_pools_boundary')
    this.schema.raw('DROP TABLE custody_boundaries')
  }
}
