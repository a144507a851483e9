import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every change by hand of a private feed, in order, with its tick: together with the seed it makes
 * a run reproducible, and it says who did what.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_feed_commands (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq INT UNSIGNED NOT NULL,
        tick BIGINT UNSIGNED NOT NULL,
        command VARCHAR(1024) NOT NULL,
        actor_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        actor_id VARCHAR(255) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (feed_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw(`
      CREATE TABLE venue_feed_tapes (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number INT UNSIGNED NOT NULL,
        open DECIMAL(30,8) NOT NULL,
        high DECIMAL(30,8) NOT NULL,
        low DECIMAL(30,8) NOT NULL,
        close DECIMAL(30,8) NOT NULL,
        PRIMARY KEY (feed_id, market_id, number)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_feed_tapes')
    this.schema.raw('DROP TABLE venue_feed_commands')
  }
}
