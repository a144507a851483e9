import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Private feeds: a realm's own copy, with its own clock and controls. The clock of a feed is the
 * wall clock plus `offset_ms`, or stands at `manual_ms`. A manual clock that is ahead of the tick
 * is an advance that is still under way, and the next worker that ticks carries it on.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE venue_feeds
        ADD COLUMN realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER id,
        ADD COLUMN parent_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER realm_id,
        ADD COLUMN mode VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          DEFAULT 'generated' AFTER seed,
        ADD COLUMN clock_mode VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
          DEFAULT 'wall' AFTER mode,
        ADD COLUMN offset_ms BIGINT NOT NULL DEFAULT 0 AFTER clock_mode,
        ADD COLUMN manual_ms BIGINT NULL AFTER offset_ms,
        ADD COLUMN pass_ticks INT UNSIGNED NOT NULL DEFAULT 1 AFTER manual_ms,
        ADD COLUMN commands INT UNSIGNED NOT NULL DEFAULT 0 AFTER pass_ticks,
        ADD COLUMN pruned_tick BIGINT UNSIGNED NOT NULL DEFAULT 0 AFTER tick,
        ADD UNIQUE KEY venue_feeds_realm (realm_id)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE venue_feeds
        DROP KEY venue_feeds_realm, DROP COLUMN realm_id, DROP COLUMN parent_id, DROP COLUMN mode,
        DROP COLUMN clock_mode, DROP COLUMN offset_ms, DROP COLUMN manual_ms,
        DROP COLUMN pass_ticks, DROP COLUMN commands, DROP COLUMN pruned_tick`)
  }
}
