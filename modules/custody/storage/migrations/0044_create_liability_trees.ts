import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the objects of a boundary were owed at one entry of their realm's journal, as a tree whose root is
 * anchored in the boundary's pool. Amounts in base units.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_liability_trees (
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        secret BINARY(32) NOT NULL,
        leaves INT UNSIGNED NOT NULL,
        root BINARY(32) NOT NULL,
        total DECIMAL(39, 0) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        block_number BIGINT UNSIGNED NULL,
        PRIMARY KEY (boundary_id, seq),
        KEY custody_liability_trees_hash (boundary_hash, seq),
        KEY custody_liability_trees_realm (realm_id, chain_id, seq),
        KEY custody_liability_trees_state (chain_id, state, created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_liability_trees')
  }
}
