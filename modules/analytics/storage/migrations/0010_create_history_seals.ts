import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How far each realm's history is sealed: the moment, the newest entry then, and how many objects
 * held a position in each market. The lock on the row keeps two workers from sealing the same
 * bucket.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE history_seals (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        sealed_seconds BIGINT UNSIGNED NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        holders TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE history_seals')
  }
}
