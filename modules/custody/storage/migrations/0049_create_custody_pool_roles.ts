import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whom the admins of pools have given a role, or taken it from, as their final events tell. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_pool_roles (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        account CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        enabled TINYINT(1) NOT NULL,
        PRIMARY KEY (chain_id, pool, role, account),
        KEY custody_pool_roles_enabled (chain_id, enabled, role, account)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_pool_roles')
  }
}
