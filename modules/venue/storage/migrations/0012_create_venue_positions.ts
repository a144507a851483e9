import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Open positions. Size and cash have columns too, so that they can be compared with the balances in
 * the journal.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_positions (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        size DECIMAL(36,6) NOT NULL,
        isolated_cash DECIMAL(36,6) NOT NULL,
        record TEXT NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (object_id, market),
        KEY venue_positions_realm (realm_id, market)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_positions')
  }
}
