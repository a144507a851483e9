import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every order, live and ended: the index finds the live orders of a realm, however many it ever
 * had.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_orders (
        id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        live TINYINT UNSIGNED NOT NULL,
        leverage SMALLINT UNSIGNED NOT NULL,
        failure_reason VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        record TEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY venue_orders_live (realm_id, live),
        KEY venue_orders_object (object_id, created_at, id),
        KEY venue_orders_operation (operation_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_orders')
  }
}
