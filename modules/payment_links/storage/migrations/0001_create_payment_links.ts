import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payment links, one per operation; as many as deposits that were announced by link. The index
 * `due` serves the expiry job, and stays short because the job empties it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE payment_links (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_path VARCHAR(512) NOT NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        token CHAR(43) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        return_url VARCHAR(2048) NULL,
        return_strategy VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        metadata TEXT NULL,
        expires_at DATETIME(6) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY payment_links_operation (operation_id),
        UNIQUE KEY payment_links_token (token),
        KEY payment_links_newest (realm_id, created_at, id),
        KEY payment_links_due (status, expires_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE payment_links')
  }
}
