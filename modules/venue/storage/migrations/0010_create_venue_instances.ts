import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One realm's venue: how far it has come, and the state that belongs to no account. The version
 * rises with every change, so that a process knows whether the state it remembers is the newest.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_instances (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        version BIGINT UNSIGNED NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        tick BIGINT NOT NULL,
        shared TEXT NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_instances')
  }
}
