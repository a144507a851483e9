import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The last nonce of every signer, and what is left of the request budget. Both are shared by all
 * processes; in Redis they would be forgotten with it, and a nonce used twice is an action lost.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_live_signers (
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        nonce BIGINT NOT NULL,
        PRIMARY KEY (address)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw(`
      CREATE TABLE venue_live_budget (
        id TINYINT UNSIGNED NOT NULL,
        tokens DOUBLE NOT NULL,
        at_ms BIGINT NOT NULL,
        PRIMARY KEY (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw('INSERT INTO venue_live_budget (id, tokens, at_ms) VALUES (1, 960, 0)')
  }

  async down() {
    this.schema.raw('DROP TABLE venue_live_budget')
    this.schema.raw('DROP TABLE venue_live_signers')
  }
}
