import { BaseSchema } from '@adonisjs/lucid/schema'

/** The last number handed out per realm and prefix. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE nonces (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        prefix VARCHAR(512) NOT NULL,
        value BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (realm_id, prefix)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE nonces')
  }
}
