import { BaseSchema } from '@adonisjs/lucid/schema'

/** What keys have signed to take a role in a boundary, until they have it; the newest for each role. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_key_consents (
        chain_id BIGINT UNSIGNED NOT NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        proposal_seq BIGINT UNSIGNED NOT NULL,
        account CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        deadline BIGINT UNSIGNED NOT NULL,
        signature VARCHAR(8192) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, boundary_hash, role)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_key_consents')
  }
}
