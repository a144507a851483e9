import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What came to pools by mistake and is to go elsewhere, one row for each that somebody asked for here (`id`), or that
 * a pool was asked for by its admin alone. `proposed`: the admin has not asked the pool; `waiting`: for its time;
 * `executed`, `cancelled`. `asset` is null for ether. `place` is the pool, or a deposit address with what its address
 * commits to. `misfit` says in what the pool was asked for something else; null until that was looked at (`judged`).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_rescues (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        rescue_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        asset CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        destination CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount VARCHAR(78) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        place CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ref_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        ripe_at BIGINT UNSIGNED NULL,
        requested_block BIGINT UNSIGNED NULL,
        judged TINYINT(1) NOT NULL,
        misfit VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
        asked_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, pool, rescue_hash),
        KEY custody_rescues_realm (realm_id, created_at),
        KEY custody_rescues_waiting (chain_id, state, judged, misfit)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_rescues')
  }
}
