import { BaseSchema } from '@adonisjs/lucid/schema'

/** Jobs that are owed. Rows usually live for milliseconds, so that the table stays small. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE outbox (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        queue VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        payload TEXT NOT NULL,
        attempts INT UNSIGNED NOT NULL,
        due_at DATETIME(6) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY outbox_due (due_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE outbox')
  }
}
