import { BaseSchema } from '@adonisjs/lucid/schema'

/** What credentials did, and what they were refused; rows are only added, and purged by age. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE credential_audit (
        id CHAR(30) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id CHAR(30) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
        event_type VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        success BOOLEAN NOT NULL,
        actor_type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        actor_id VARCHAR(255) NOT NULL,
        credential VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        credential_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        details TEXT NOT NULL,
        request_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ip VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY credential_audit_time (org_id, created_at, id),
        KEY credential_audit_type (org_id, event_type, created_at, id),
        KEY credential_audit_realm (org_id, realm_id, created_at, id),
        KEY credential_audit_age (created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE credential_audit')
  }
}
