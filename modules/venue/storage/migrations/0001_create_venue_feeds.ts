import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Price feeds, with the tick that each has reached. The shared feed has one row; the lock on it
 * keeps two workers from stepping the same tick twice.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_feeds (
        id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seed VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        first_tick BIGINT UNSIGNED NOT NULL,
        tick BIGINT UNSIGNED NOT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_feeds')
  }
}
