import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Candles of every interval, including the running ones. The time before a private feed is read
 * from its parent.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_candles (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seconds INT UNSIGNED NOT NULL,
        open_ms BIGINT NOT NULL,
        open DECIMAL(30,8) NOT NULL,
        high DECIMAL(30,8) NOT NULL,
        low DECIMAL(30,8) NOT NULL,
        close DECIMAL(30,8) NOT NULL,
        volume DECIMAL(38,0) NOT NULL,
        trades BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (feed_id, market_id, seconds, open_ms)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_candles')
  }
}
