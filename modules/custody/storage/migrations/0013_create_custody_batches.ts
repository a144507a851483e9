import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per transaction that carries settlements. `open`: to be sent, or not final yet; `mined`:
 * final, each item has its outcome; `failed`: final without any effect, its items are queued again.
 * `transaction_id` is null until the nonce is taken: whoever finds such a batch sends it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_batches (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        items INT UNSIGNED NOT NULL,
        transaction_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY custody_batches_state (state, id),
        KEY custody_batches_realm (realm_id, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_batches')
  }
}
