import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Keys that sign tokens, a handful of rows. The unique generation makes two processes that start
 * at the same moment agree on one key.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE token_keys (
        kid VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        purpose VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        generation INT UNSIGNED NOT NULL,
        algorithm VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        public_jwk TEXT NOT NULL,
        sealed_private_jwk TEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        retired_at DATETIME(6) NULL,
        PRIMARY KEY (kid),
        UNIQUE KEY token_keys_generation (purpose, generation)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE token_keys')
  }
}
