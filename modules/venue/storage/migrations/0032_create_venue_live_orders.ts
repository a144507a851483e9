import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The order that a client order id of the venue belongs to. The row is written before the order is
 * sent, so that none of its fills can be taken for another account's. A resized order has several.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_live_orders (
        cloid CHAR(34) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        order_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at_ms BIGINT NOT NULL,
        PRIMARY KEY (cloid),
        KEY venue_live_orders_order (order_id, created_at_ms),
        KEY venue_live_orders_object (object_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_live_orders')
  }
}
