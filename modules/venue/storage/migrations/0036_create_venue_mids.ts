import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The mids of every market of a feed, each time they became known: positions are valued at them as
 * of a past moment. They have the service's own time, like the journal, because the clock of a feed
 * can be set. They are kept as long as the feed, so that a past valuation never changes; one row
 * per tick, of about 400 bytes.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_mids (
        feed_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        made_at DATETIME(6) NOT NULL,
        body TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (feed_id, made_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_mids')
  }
}
