import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per chain: how far its blocks are read. Every write of the indexer locks this row and
 * moves `version`, so a worker that was overtaken writes nothing.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_index_cursors (
        chain_id BIGINT UNSIGNED NOT NULL,
        block_number BIGINT NOT NULL,
        block_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        verified_number BIGINT NOT NULL,
        final_number BIGINT NOT NULL,
        version BIGINT UNSIGNED NOT NULL,
        lease_owner VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        lease_until DATETIME(6) NULL,
        stopped_reason VARCHAR(255) NULL,
        stopped_at DATETIME(6) NULL,
        PRIMARY KEY (chain_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_index_cursors')
  }
}
