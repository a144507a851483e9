import { BaseSchema } from '@adonisjs/lucid/schema'

/** Changes other than balance changes; those are the legs themselves and are not stored twice. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE deltas (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        delta_no SMALLINT UNSIGNED NOT NULL,
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_path VARCHAR(512) NOT NULL,
        delta_type VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        before_value TEXT NULL,
        after_value TEXT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (realm_id, seq, delta_no),
        KEY deltas_operation (operation_id),
        KEY deltas_object (object_id, seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE deltas')
  }
}
