import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Invitations into organizations. The secret that accepts one is stored as its hash alone; a row
 * stays when it was accepted, revoked or expired, until the purge.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE invitations (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        email VARCHAR(254) NOT NULL,
        role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        secret_hash BINARY(32) NOT NULL,
        invited_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        accepted_at DATETIME(6) NULL,
        accepted_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        revoked_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        UNIQUE KEY invitations_secret (secret_hash),
        KEY invitations_of_org (org_id, created_at, id),
        KEY invitations_expiry (expires_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE invitations')
  }
}
