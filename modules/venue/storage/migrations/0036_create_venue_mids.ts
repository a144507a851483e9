import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The mids of every market of a feed, each time they became known: what positions are valued at as
 * of a past moment. By the service's own time, as the journal is, since the clock of a feed can be
 * set. Kept as long as the feed, so that a valuation of the past never changes; a row per tick of
 * about 400 bytes.
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
