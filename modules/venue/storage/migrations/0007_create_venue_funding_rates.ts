import { BaseSchema } from '@adonisjs/lucid/schema'

/** The rate that each hour of a market ended with, and what it was computed from. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_funding_rates (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        hour BIGINT NOT NULL,
        rate DECIMAL(20,12) NOT NULL,
        premium DECIMAL(24,12) NOT NULL,
        oracle DECIMAL(30,8) NOT NULL,
        PRIMARY KEY (feed_id, market_id, hour)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_funding_rates')
  }
}
