import { BaseSchema } from '@adonisjs/lucid/schema'

/** One row per occurrence. Its key lets no second process number the same one again. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE schedule_occurrences (
        schedule_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number INT UNSIGNED NOT NULL,
        scheduled_at DATETIME(6) NOT NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        attempts INT UNSIGNED NOT NULL,
        due_at DATETIME(6) NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        code VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        message VARCHAR(1024) NULL,
        ended_at DATETIME(6) NULL,
        PRIMARY KEY (schedule_id, number),
        KEY schedule_occurrences_due (status, due_at),
        KEY schedule_occurrences_ended (ended_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE schedule_occurrences')
  }
}
