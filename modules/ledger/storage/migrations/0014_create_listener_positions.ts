import { BaseSchema } from '@adonisjs/lucid/schema'

/** How far each listener has read each realm's events. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE listener_positions (
        listener VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        event_no SMALLINT UNSIGNED NOT NULL,
        PRIMARY KEY (listener, realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE listener_positions')
  }
}
