import { BaseSchema } from '@adonisjs/lucid/schema'

/** Fills, one row per party and level. Sums over a stretch of time are computed from columns. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_fills (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        order_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        order_operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        signed_size DECIMAL(36,6) NOT NULL,
        notional DECIMAL(36,6) NOT NULL,
        realized_pnl DECIMAL(36,6) NOT NULL,
        exchange_fee DECIMAL(36,6) NOT NULL,
        platform_fee DECIMAL(36,6) NOT NULL,
        builder_fee DECIMAL(36,6) NOT NULL,
        record TEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY venue_fills_object (object_id, created_at, id),
        KEY venue_fills_order (order_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_fills')
  }
}
