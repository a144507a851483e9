import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the realms of a feed are shown of each tick: a realm that is behind passes the ticks in
 * order. Kept for a day.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_ticks (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        tick BIGINT UNSIGNED NOT NULL,
        body TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (feed_id, tick)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_ticks')
  }
}
