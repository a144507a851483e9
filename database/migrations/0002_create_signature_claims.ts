import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What each request signature was used for, as long as its timestamp would still be accepted. Rows
 * are purged afterwards; the signature itself stays with its operation.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE signature_claims (
        digest CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        method VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        route VARCHAR(255) NOT NULL,
        target CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        holder CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        usable_until DATETIME(6) NOT NULL,
        PRIMARY KEY (digest),
        KEY signature_claims_usable (usable_until)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE signature_claims')
  }
}
