import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Accounts at the live venue, and how far their setup has come. Keys are stored here, sealed,
 * before anything is sent that only they can sign. The float is what the operator's funding left on
 * an account: it belongs to no balance.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE venue_live_accounts (
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        state VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        attempts INT UNSIGNED NOT NULL,
        due_at_ms BIGINT NOT NULL,
        created_at_ms BIGINT NOT NULL,
        address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        sealed_key VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        funding_nonce BIGINT NULL,
        agent_address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        agent_sealed_key VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL,
        agent_since_ms BIGINT NULL,
        next_agent_address CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        next_agent_sealed_key VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL,
        float_usd DECIMAL(36,6) NULL,
        fills_from_ms BIGINT NOT NULL,
        funding_from_ms BIGINT NOT NULL,
        polled_at_ms BIGINT NOT NULL,
        reconciled_at_ms BIGINT NOT NULL,
        frozen_reason VARCHAR(200) NULL,
        PRIMARY KEY (object_id),
        UNIQUE KEY venue_live_accounts_address (address),
        KEY venue_live_accounts_due (state, due_at_ms),
        KEY venue_live_accounts_polled (state, polled_at_ms)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE venue_live_accounts')
  }
}
