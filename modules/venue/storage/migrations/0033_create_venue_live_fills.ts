import { BaseSchema } from '@adonisjs/lucid/schema'

/** Fills of the live venue that are booked. The venue reports a fill more than once. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_live_fills (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        time_ms BIGINT NOT NULL,
        coin VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        tid BIGINT NOT NULL,
        oid BIGINT NOT NULL,
        PRIMARY KEY (object_id, time_ms, coin, tid, oid)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_live_fills')
  }
}
