import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The prices of each market of a feed at the feed's tick, and the state that the next tick is
 * computed from. A dozen rows per feed, rewritten on every tick.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_feed_markets (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        random_state CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        fair_value DECIMAL(34,12) NOT NULL,
        basis DECIMAL(20,12) NOT NULL,
        oracle DECIMAL(30,8) NOT NULL,
        mark DECIMAL(30,8) NOT NULL,
        mid DECIMAL(30,8) NOT NULL,
        bid DECIMAL(30,8) NOT NULL,
        ask DECIMAL(30,8) NOT NULL,
        last DECIMAL(30,8) NOT NULL,
        premium_numerator DECIMAL(38,12) NOT NULL,
        premium_denominator DECIMAL(38,12) NOT NULL,
        book_numerator DECIMAL(38,12) NOT NULL,
        book_denominator DECIMAL(38,12) NOT NULL,
        PRIMARY KEY (feed_id, market_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_feed_markets')
  }
}
