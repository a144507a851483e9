import { BaseSchema } from '@adonisjs/lucid/schema'

/** Numbers of pools that others than the service have used up, as final events tell, and what moved by them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_foreign_settlements (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        op_seq BIGINT UNSIGNED NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        from_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        to_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NULL,
        amount DECIMAL(39, 0) NOT NULL,
        PRIMARY KEY (chain_id, pool, op_seq)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_foreign_settlements')
  }
}
