import { BaseSchema } from '@adonisjs/lucid/schema'

/** Labels of folders, as canonical JSON; a folder without labels has no row. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE folder_labels (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        path VARCHAR(512) NOT NULL,
        labels TEXT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id, path)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE folder_labels')
  }
}
