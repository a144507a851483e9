import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A hold that a caller asked for is captured in parts, and ends at a time. `lessened_holds` keeps
 * what was taken off a hold that went on, so that what was in flight before is read as it was.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`ALTER TABLE holds
        ADD COLUMN expires_at DATETIME(6) NULL,
        ADD KEY holds_due (state, expires_at)`)
    this.schema.raw(`
      CREATE TABLE lessened_holds (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        direction VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        denomination VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        resolved_at DATETIME(6) NOT NULL,
        PRIMARY KEY (operation_id, object_id, direction, denomination, seq),
        KEY lessened_holds_ended (object_id, resolved_at, created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE lessened_holds')
    this.schema.raw('ALTER TABLE holds DROP KEY holds_due, DROP COLUMN expires_at')
  }
}
