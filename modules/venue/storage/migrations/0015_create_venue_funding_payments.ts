import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Funding paid and received; the key keeps an hour from being paid twice.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_funding_payments (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        funding_hour BIGINT NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        rate DECIMAL(20,12) NOT NULL,
        oracle DECIMAL(30,8) NOT NULL,
        size DECIMAL(36,6) NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY venue_funding_once (object_id, market, funding_hour),
        KEY venue_funding_object (object_id, created_at, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_funding_payments')
  }
}
