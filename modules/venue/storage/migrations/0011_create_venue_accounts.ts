import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Trading accounts of exchange objects. A deleted object's account is removed with it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_accounts (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        cross_cash DECIMAL(36,6) NOT NULL,
        settings TEXT NOT NULL,
        cooldown_until_ms BIGINT NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (object_id),
        KEY venue_accounts_realm (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_accounts')
  }
}
