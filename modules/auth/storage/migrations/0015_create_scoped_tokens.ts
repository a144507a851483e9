import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Scoped tokens that were minted, until they expire; the token itself is never stored. `minted_by`
 * is the credential that minted it, which may be another scoped token, so that tokens minted with a
 * revoked token are revoked with it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE scoped_tokens (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        subject VARCHAR(255) NOT NULL,
        scope MEDIUMTEXT NOT NULL,
        minted_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        revoked_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        KEY scoped_tokens_of_org (org_id, created_at, id),
        KEY scoped_tokens_of_realm (org_id, realm_id, created_at, id),
        KEY scoped_tokens_of_minter (minted_by),
        KEY scoped_tokens_expiry (expires_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE scoped_tokens')
  }
}
