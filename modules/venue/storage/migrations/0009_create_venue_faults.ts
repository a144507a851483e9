import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Refusals that a builder has asked for: the next `remaining` matching orders are refused with the
 * code.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_faults (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq INT UNSIGNED NOT NULL,
        code VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        market_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        object_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        remaining INT UNSIGNED NOT NULL,
        PRIMARY KEY (feed_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_faults')
  }
}
