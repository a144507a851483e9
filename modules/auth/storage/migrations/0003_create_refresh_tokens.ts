import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * SHA-256 of every refresh token of the last 30 days, including used ones: a used token that comes
 * again reveals a theft. About a hundred rows a day for each client that is always signed in.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE refresh_tokens (
        token_hash BINARY(32) NOT NULL,
        family_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        builder_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        rotated_at DATETIME(6) NULL,
        revoked_at DATETIME(6) NULL,
        PRIMARY KEY (token_hash),
        KEY refresh_tokens_family (family_id),
        KEY refresh_tokens_expiry (expires_at),
        CONSTRAINT refresh_tokens_of_builder FOREIGN KEY (builder_id) REFERENCES builders (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE refresh_tokens')
  }
}
