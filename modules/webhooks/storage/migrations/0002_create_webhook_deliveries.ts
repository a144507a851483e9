import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per webhook and event. The index `owed` finds what is sent next, in the order of the
 * journal.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE webhook_deliveries (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        webhook_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        event_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        event_type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        event_no SMALLINT UNSIGNED NOT NULL,
        body MEDIUMTEXT NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        attempts INT UNSIGNED NOT NULL,
        log MEDIUMTEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        delivered_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        UNIQUE KEY webhook_deliveries_event (webhook_id, event_id),
        KEY webhook_deliveries_owed (webhook_id, status, seq, event_no),
        KEY webhook_deliveries_newest (webhook_id, created_at, id),
        KEY webhook_deliveries_age (created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE webhook_deliveries')
  }
}
