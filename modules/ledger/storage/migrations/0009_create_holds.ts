import { BaseSchema } from '@adonisjs/lucid/schema'

/** Value in flight: one row per operation and side, resolved once by `WHERE state = 'open'`. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE holds (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        direction VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        state VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        resolved_at DATETIME(6) NULL,
        PRIMARY KEY (operation_id, object_id, direction, denomination),
        KEY holds_object (object_id, state)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE holds')
  }
}
