import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * API keys, including revoked ones. `secret_hash` is the SHA-256 of the whole raw key, which is
 * stored nowhere. Either `permissions` or `scope` is set; `realm_id` has no foreign key, because
 * auth knows no realms.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE api_keys (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        name VARCHAR(100) NOT NULL,
        key_prefix CHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        secret_hash BINARY(32) NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
        permissions VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL,
        scope MEDIUMTEXT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        revoked_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        UNIQUE KEY api_keys_prefix (key_prefix),
        KEY api_keys_of_org (org_id, created_at, id),
        CONSTRAINT api_keys_org FOREIGN KEY (org_id) REFERENCES organizations (id),
        CONSTRAINT api_keys_builder FOREIGN KEY (created_by) REFERENCES builders (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE api_keys')
  }
}
