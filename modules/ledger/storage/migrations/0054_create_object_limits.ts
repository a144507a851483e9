import { BaseSchema } from '@adonisjs/lucid/schema'

/** What bounds the movements of an object, and what was moved out of it on the newest day. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE object_limits (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        max_per_movement DECIMAL(36,6) NULL,
        max_per_day DECIMAL(36,6) NULL,
        max_balance DECIMAL(36,6) NULL,
        min_balance DECIMAL(36,6) NULL,
        day DATE NULL,
        moved DECIMAL(36,6) NOT NULL,
        PRIMARY KEY (object_id),
        KEY object_limits_by_realm (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE object_limits')
  }
}
