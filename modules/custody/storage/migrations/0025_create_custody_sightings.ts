import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Events about boundaries that were seen and are not final: few, among the many that `custody_events`
 * holds. One that a reorganisation took back has no tentative event any more, and counts no longer.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_sightings (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        block_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        block_time BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (chain_id, pool, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_sightings')
  }
}
