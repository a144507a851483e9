import { BaseSchema } from '@adonisjs/lucid/schema'

/** The operations that approved requests have made, whose evidence names who approved. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE approval_operations (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        approval_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (operation_id),
        KEY approval_operations_of (approval_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE approval_operations')
  }
}
