import { BaseSchema } from '@adonisjs/lucid/schema'

/** What people have decided: one row per person, so that nobody approves a request twice. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE approval_decisions (
        approval_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        builder_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        decision VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        decided_at DATETIME(6) NOT NULL,
        PRIMARY KEY (approval_id, builder_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE approval_decisions')
  }
}
