import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Transfers into and out of vaults that the service was asked for, and which rail to wake when the
 * chain has ended one. `refusal`: it is being given up, for this reason; only the chain's rejection
 * of its id ends it.
 *
 * `custody_vault_results`: the newest settlement of a vault with the house that was begun for one
 * operation, or for an object that is being deleted. `number` is one of the pool's.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_vault_moves (
        op_hash CHAR(66) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        rail VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        refusal VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (op_hash)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw(`
      CREATE TABLE custody_vault_results (
        purpose VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        number BIGINT UNSIGNED NOT NULL,
        delta DECIMAL(38,0) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (purpose)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_vault_results')
    this.schema.raw('DROP TABLE custody_vault_moves')
  }
}
