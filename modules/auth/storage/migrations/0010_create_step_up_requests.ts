import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Confirmations that were asked for. `open_key` is unique while one is pending or approved, so that
 * a client that repeats its request finds the same one again; it is cleared when the confirmation
 * ends.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE step_up_requests (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        action VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        resources MEDIUMTEXT NOT NULL,
        value_at_risk VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        credential VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        credential_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        asker MEDIUMTEXT NOT NULL,
        request_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        open_key CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        decided_at DATETIME(6) NULL,
        decided_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        used_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        UNIQUE KEY step_up_requests_open (open_key),
        KEY step_up_requests_credential (credential_id, expires_at),
        KEY step_up_requests_expiry (expires_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE step_up_requests')
  }
}
