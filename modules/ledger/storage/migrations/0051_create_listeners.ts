import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Since when each listener is known, and how far its backfill has come. `state` is `catching_up`,
 * `caught_up`, `settling` or `settled`; `through` is the last realm that was brought up to date.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE listeners (
        name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        since DATETIME(6) NOT NULL,
        state VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        through VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (name)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE listeners')
  }
}
