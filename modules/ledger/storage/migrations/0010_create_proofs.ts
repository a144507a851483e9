import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * External facts of entries. The unique key makes one fact credit once, whichever module reports
 * it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE proofs (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        proof_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        external_ref VARCHAR(255) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY proofs_fact (proof_type, external_ref),
        KEY proofs_entry (realm_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE proofs')
  }
}
