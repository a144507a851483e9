import { BaseSchema } from '@adonisjs/lucid/schema'

/** The nodes of liability trees, level by level in parts. `first_key` places leaves, and is 0 above them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_liability_nodes (
        boundary_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        height TINYINT UNSIGNED NOT NULL,
        part INT UNSIGNED NOT NULL,
        first_key INT UNSIGNED NOT NULL,
        nodes MEDIUMBLOB NOT NULL,
        PRIMARY KEY (boundary_id, seq, height, part),
        KEY custody_liability_nodes_key (boundary_id, seq, height, first_key)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_liability_nodes')
  }
}
