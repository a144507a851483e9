import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Requests that wait until people have approved them. `sealed` holds the request and the proofs that
 * came with it, so that nobody who writes to the database lets another one be executed;
 * `open_key` finds the request again when it is repeated.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE approvals (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
        credential VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        credential_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        builder_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        action VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        resource VARCHAR(512) NOT NULL,
        summary VARCHAR(255) NOT NULL,
        operation_path VARCHAR(512) NULL,
        needed TINYINT UNSIGNED NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        code VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        message VARCHAR(1024) NULL,
        is_named BOOLEAN NOT NULL,
        open_key CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        request_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        sealed MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        answer MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        ended_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        UNIQUE KEY approvals_open (open_key),
        KEY approvals_newest (org_id, created_at, id),
        KEY approvals_of_credential (credential_id, status),
        KEY approvals_waiting (status, expires_at),
        KEY approvals_ended (status, ended_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE approvals')
  }
}
