import { BaseSchema } from '@adonisjs/lucid/schema'

/** Who took part in a posting besides the sides of its first move, which its operation names. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE operation_parties (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (object_id, created_at, operation_id),
        KEY operation_parties_operation (operation_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE operation_parties')
  }
}
