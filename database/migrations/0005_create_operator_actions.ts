import { BaseSchema } from '@adonisjs/lucid/schema'

/** What operators have done to queues and owed jobs. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE operator_actions (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        who VARCHAR(300) NOT NULL,
        action VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        queue VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        job_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        reason VARCHAR(300) NULL,
        job TEXT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE operator_actions')
  }
}
