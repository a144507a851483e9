import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Signatures of the requests that led to operations, with all that is needed to verify them again:
 * keys are revoked, but their signatures stay provable. One row per signed request, however many
 * operations it has.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE request_signatures (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        id CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        signing_key_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        fingerprint CHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        public_key CHAR(44) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        signature CHAR(88) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        signing_input MEDIUMTEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE request_signatures')
  }
}
