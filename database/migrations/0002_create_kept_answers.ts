import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Answers to requests with an `Idempotency-Key`. They are sealed, because they may hold secrets
 * that are shown once.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE kept_answers (
        id BINARY(32) NOT NULL,
        route VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        inputs BINARY(32) NOT NULL,
        answer MEDIUMTEXT CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY kept_answers_age (created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE kept_answers')
  }
}
