import { BaseSchema } from '@adonisjs/lucid/schema'

/** Queues whose jobs wait until an operator resumes them; the action says who paused one, and why. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE paused_queues (
        queue VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        action_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (queue)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE paused_queues')
  }
}
