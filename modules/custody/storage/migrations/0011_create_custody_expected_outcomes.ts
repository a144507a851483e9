import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Which operation an id on the chain stands for: a hash does not tell. Written before anything is
 * sent; whoever waits for the operation is woken when its outcome is final.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_expected_outcomes (
        op_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (op_hash),
        UNIQUE KEY custody_expected_outcomes_operation (operation_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_expected_outcomes')
  }
}
