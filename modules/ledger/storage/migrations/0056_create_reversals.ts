import { BaseSchema } from '@adonisjs/lucid/schema'

/** What was moved back of an operation, and by which ones. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE reversals (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        reversal_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (operation_id, reversal_id),
        KEY reversals_by_realm (realm_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE reversals')
  }
}
