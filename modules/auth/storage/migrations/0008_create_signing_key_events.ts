import { BaseSchema } from '@adonisjs/lucid/schema'

/** The history of signing keys, a hash chain per key; two to three rows each. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE signing_key_events (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        key_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq INT UNSIGNED NOT NULL,
        event_type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        actor VARCHAR(300) NOT NULL,
        prev_hash VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        event_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY signing_key_events_place (key_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE signing_key_events')
  }
}
