import { BaseSchema } from '@adonisjs/lucid/schema'

/** Which settlements a failed batch carried: they are in another one now, and evidence shows both. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_failed_items (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        batch_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (operation_id, batch_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_failed_items')
  }
}
