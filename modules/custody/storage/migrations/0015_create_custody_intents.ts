import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per announced deposit: the address where it is paid, which belongs to this boundary and
 * reference for ever. Written before anybody is told of the address. `unswept`: value was seen there
 * that is not the pool's yet. `sweep_no` names the newest sweep; `answered_by` is the credit that
 * completed the deposit.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_intents (
        chain_id BIGINT UNSIGNED NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        ref_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        live TINYINT(1) NOT NULL,
        fast_until DATETIME(6) NOT NULL,
        looked_at DATETIME(6) NOT NULL,
        unswept TINYINT(1) NOT NULL DEFAULT 0,
        sweep_no INT UNSIGNED NOT NULL DEFAULT 0,
        detected_at DATETIME(6) NULL,
        answered_by BIGINT UNSIGNED NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, operation_id),
        KEY custody_intents_ref (chain_id, pool, ref_hash),
        KEY custody_intents_address (chain_id, address),
        KEY custody_intents_fast (chain_id, live, fast_until),
        KEY custody_intents_looked (chain_id, live, looked_at),
        KEY custody_intents_unswept (chain_id, unswept)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_intents')
  }
}
