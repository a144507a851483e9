import { BaseSchema } from '@adonisjs/lucid/schema'

/** The newest blocks that were read, so that a reorganisation is traced to its common ancestor. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_index_blocks (
        chain_id BIGINT UNSIGNED NOT NULL,
        block_number BIGINT NOT NULL,
        block_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        PRIMARY KEY (chain_id, block_number)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_index_blocks')
  }
}
