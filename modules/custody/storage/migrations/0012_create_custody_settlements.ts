import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per transfer between boundaries. `op_seq` is its number in the pool, given out without a
 * gap under the row lock of the pool; the contract gives a number one outcome, once.
 *
 * `queued`: to be sent; `batched`: part of a batch that is sent, or about to be; `executed` and
 * `rejected`: final on the chain.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_settlements (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        op_seq BIGINT UNSIGNED NOT NULL,
        from_boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        to_boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(38,0) NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        batch_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (operation_id),
        UNIQUE KEY custody_settlements_number (realm_id, op_seq),
        KEY custody_settlements_state (state, realm_id, op_seq),
        KEY custody_settlements_batch (batch_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw(
      'ALTER TABLE custody_pools ADD COLUMN last_op_seq BIGINT UNSIGNED NOT NULL DEFAULT 0'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_pools DROP COLUMN last_op_seq')
    this.schema.raw('DROP TABLE custody_settlements')
  }
}
