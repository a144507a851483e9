import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Both ends of each organization's audit chain: the newest entry, and the last one that was deleted
 * because of its age (0 and an empty hash before the first).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE audit_chains (
        org_id CHAR(30) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        last_hash VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        anchor_seq BIGINT UNSIGNED NOT NULL,
        anchor_hash VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (org_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE audit_chains')
  }
}
