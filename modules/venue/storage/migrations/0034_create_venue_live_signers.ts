import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The last nonce of every signer, and the rest of the request budget. All processes share both.
 * They are not in Redis, because an emptied Redis would forget them, and a nonce that is used twice
 * loses an action.
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
