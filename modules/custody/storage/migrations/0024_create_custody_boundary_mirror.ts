import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the final events of a pool say about each boundary; times of the chain in Unix seconds. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_boundary_mirror (
        chain_id BIGINT UNSIGNED NOT NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        time_lock BIGINT UNSIGNED NOT NULL,
        cosigner CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        recovery_key CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        pending_key CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        key_ripe_at BIGINT UNSIGNED NULL,
        key_seq BIGINT UNSIGNED NOT NULL,
        agent CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        locked_by CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        locked_at BIGINT UNSIGNED NULL,
        frozen_at BIGINT UNSIGNED NULL,
        recovery_tx_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        exit_op_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        exit_to CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        exit_amount DECIMAL(39, 0) NULL,
        exit_ripe_at BIGINT UNSIGNED NULL,
        last_seq BIGINT UNSIGNED NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, boundary_hash),
        KEY custody_boundary_mirror_changed (chain_id, updated_at),
        KEY custody_boundary_mirror_key (chain_id, key_ripe_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_boundary_mirror')
  }
}
