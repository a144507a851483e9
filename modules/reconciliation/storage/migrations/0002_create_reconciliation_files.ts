import { BaseSchema } from '@adonisjs/lucid/schema'

/** The file of a reconciliation, packed and in parts, until it has ended. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE reconciliation_files (
        reconciliation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number INT UNSIGNED NOT NULL,
        content MEDIUMBLOB NOT NULL,
        PRIMARY KEY (reconciliation_id, number)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE reconciliation_files')
  }
}
