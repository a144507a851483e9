import { BaseSchema } from '@adonisjs/lucid/schema'

/** Exchange objects with a vault on the chain; `object_id` is unknown for one registered from elsewhere. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_exchange_objects (
        chain_id BIGINT UNSIGNED NOT NULL,
        object_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        vault CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (chain_id, object_hash),
        KEY custody_exchange_objects_realm (realm_id, chain_id),
        KEY custody_exchange_objects_vault (vault)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_exchange_objects')
  }
}
