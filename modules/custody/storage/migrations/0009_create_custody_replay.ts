import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the final events of a pool add up to, per boundary and vault; base units. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_replay (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        id CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        boundary_id CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        balance DECIMAL(39, 0) NOT NULL,
        PRIMARY KEY (chain_id, pool, kind, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_replay')
  }
}
