import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Premium samples of the running hour, the values set by hand, and whether the history is stored.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE venue_feed_markets
        ADD COLUMN hour_premium DECIMAL(24,12) NOT NULL DEFAULT 0,
        ADD COLUMN hour_samples INT UNSIGNED NOT NULL DEFAULT 0,
        ADD COLUMN controls VARCHAR(1024) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          DEFAULT '{}',
        ADD COLUMN has_history TINYINT UNSIGNED NOT NULL DEFAULT 0,
        ADD KEY venue_feed_markets_history (has_history)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE venue_feed_markets
        DROP KEY venue_feed_markets_history, DROP COLUMN hour_premium, DROP COLUMN hour_samples, DROP COLUMN controls,
        DROP COLUMN has_history`)
  }
}
