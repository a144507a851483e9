import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Labels of objects, as canonical JSON; null once all are removed. They have a table of their own,
 * because every movement reads its objects, and must not read four kilobytes of labels with them.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE object_labels (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        labels TEXT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (object_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE object_labels')
  }
}
