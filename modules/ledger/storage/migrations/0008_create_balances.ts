import { BaseSchema } from '@adonisjs/lucid/schema'

/** The newest balance per object and denomination: a cache of the legs and open holds. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE balances (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        settled DECIMAL(36,6) NOT NULL,
        arriving DECIMAL(36,6) NOT NULL,
        departing DECIMAL(36,6) NOT NULL,
        last_seq BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (object_id, denomination),
        KEY balances_realm (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE balances')
  }
}
