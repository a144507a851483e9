import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Ed25519 keys that organizations sign their requests with; a few each. Unique indexes guarantee
 * what the use case checks under lock: one key of each organization was its first, and a
 * fingerprint names one key that is not revoked.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE signing_keys (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        builder_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        name VARCHAR(100) NOT NULL,
        public_key CHAR(44) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        fingerprint VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        activates_at DATETIME(6) NULL,
        activation_due DATETIME(6) NULL,
        revoked_at DATETIME(6) NULL,
        event_count INT UNSIGNED NOT NULL,
        last_event_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        last_event_at DATETIME(6) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        first_of_org VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin
          AS (IF(activates_at IS NULL, org_id, NULL)) STORED,
        standing_fingerprint VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin
          AS (IF(revoked_at IS NULL, fingerprint, NULL)) STORED,
        PRIMARY KEY (id),
        UNIQUE KEY signing_keys_first (first_of_org),
        UNIQUE KEY signing_keys_standing (org_id, standing_fingerprint),
        KEY signing_keys_newest (org_id, created_at, id),
        KEY signing_keys_fingerprint (org_id, fingerprint),
        KEY signing_keys_due (activation_due)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE signing_keys')
  }
}
