import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per pool. `behind_from` null: read as far as its chain; else the next block to read for
 * this pool alone. Up to `verified_to` nothing is missing. `fault`: read no further, a person decides.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_pool_cursors (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        first_block BIGINT NOT NULL,
        last_seq BIGINT UNSIGNED NOT NULL,
        final_seq BIGINT UNSIGNED NOT NULL,
        verified_to BIGINT NOT NULL,
        behind_from BIGINT NULL,
        gaps INT UNSIGNED NOT NULL,
        fault VARCHAR(255) NULL,
        PRIMARY KEY (chain_id, pool),
        KEY custody_pool_cursors_behind (chain_id, behind_from)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_pool_cursors')
  }
}
