import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The newest place of each realm's journal. The lock on its row lets two processes post to one
 * realm safely. `epoch` belongs to the lane lease.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE realm_heads (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        committed_at DATETIME(6) NOT NULL,
        hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        epoch BIGINT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE realm_heads')
  }
}
