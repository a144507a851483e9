import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What credentials have spent whose policy bounds the sum in a window of time. Written in the
 * transaction of the movement; other credentials leave no rows.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE window_spends (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        credential_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        committed_at DATETIME(6) NOT NULL,
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        PRIMARY KEY (realm_id, credential_id, object_id, committed_at, operation_id),
        KEY window_spends_by_time (committed_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE window_spends')
  }
}
