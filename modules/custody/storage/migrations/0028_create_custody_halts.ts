import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Every halt of a realm there ever was: who stopped it and why, who let it go on. `active_key` is
 * empty while it is in force. `on_chain` follows the pool: `none`, `halting`, `halted`, `resumed`.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_halts (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        active_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
        type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        source VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        reason VARCHAR(500) NOT NULL,
        raised_by VARCHAR(255) NOT NULL,
        raised_at DATETIME(6) NOT NULL,
        cleared_by VARCHAR(255) NULL,
        cleared_at DATETIME(6) NULL,
        on_chain VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY custody_halts_active (active_key, realm_id),
        KEY custody_halts_realm (realm_id, id),
        KEY custody_halts_on_chain (on_chain, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_halts')
  }
}
