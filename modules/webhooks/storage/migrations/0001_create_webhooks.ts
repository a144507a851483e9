import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per webhook. `due_at` is null when nothing is owed to it; `lease` names the worker that
 * serves it until `leased_until`, or `queued` while its job is on the way.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE webhooks (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        url VARCHAR(2048) NOT NULL,
        types TEXT NOT NULL,
        path_prefix VARCHAR(513) NOT NULL,
        description VARCHAR(256) NULL,
        status VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        secret_sealed VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        old_secret_sealed VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NULL,
        old_secret_until DATETIME(6) NULL,
        from_seq BIGINT UNSIGNED NOT NULL,
        failures INT UNSIGNED NOT NULL,
        failing_since DATETIME(6) NULL,
        due_at DATETIME(6) NULL,
        lease VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
        leased_until DATETIME(6) NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        KEY webhooks_newest (realm_id, created_at, id),
        KEY webhooks_due (status, due_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE webhooks')
  }
}
