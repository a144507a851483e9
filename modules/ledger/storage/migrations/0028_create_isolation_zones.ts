import { BaseSchema } from '@adonisjs/lucid/schema'

/** Paths with a custody boundary of their own; thousands per realm. Rows never change. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE isolation_zones (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        path VARCHAR(512) NOT NULL,
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id, path),
        UNIQUE KEY isolation_zones_id (id),
        UNIQUE KEY isolation_zones_boundary (boundary_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE isolation_zones')
  }
}
