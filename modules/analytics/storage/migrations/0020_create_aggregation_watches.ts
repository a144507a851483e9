import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Watches made over HTTP; deleted five minutes after they were last read. Watches of a connection
 * are not stored: they end with it. `sources` is JSON and never changes.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE aggregation_watches (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        sources MEDIUMTEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        read_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY aggregation_watches_realm (realm_id, read_at),
        KEY aggregation_watches_read (read_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE aggregation_watches')
  }
}
