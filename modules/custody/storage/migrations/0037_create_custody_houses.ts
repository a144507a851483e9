import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The house of each pool. `minted`: all that final events credited it with; `payments`: how many it
 * has begun to make to the default boundary. A payment is a row of `custody_settlements`, whose
 * source is then the house, with a longer name than boundaries of the ledger have.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_houses (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        minted DECIMAL(39, 0) NOT NULL DEFAULT 0,
        payments BIGINT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (chain_id, pool)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    // Houses from before there was this table.
    this.schema.raw(`
      INSERT INTO custody_houses (chain_id, pool, minted)
      SELECT h.chain_id, h.pool, SUM(CAST(JSON_UNQUOTE(JSON_EXTRACT(c.payload, '$.amount')) AS DECIMAL(39, 0)))
        FROM custody_events h
        JOIN custody_events c ON c.chain_id = h.chain_id AND c.pool = h.pool
                             AND c.name = 'Credited' AND c.state = 'final'
                             AND JSON_UNQUOTE(JSON_EXTRACT(c.payload, '$.boundaryId'))
                               = JSON_UNQUOTE(JSON_EXTRACT(h.payload, '$.boundaryId'))
       WHERE h.name = 'HouseChanged' AND h.state = 'final'
       GROUP BY h.chain_id, h.pool`)
    this.schema.raw(`
      ALTER TABLE custody_settlements MODIFY from_boundary_id
        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`)
  }

  async down() {
    this.schema.raw(`DELETE FROM custody_settlements WHERE from_boundary_id LIKE 'house:%'`)
    this.schema.raw(`
      ALTER TABLE custody_settlements MODIFY from_boundary_id
        VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL`)
    this.schema.raw('DROP TABLE custody_houses')
  }
}
