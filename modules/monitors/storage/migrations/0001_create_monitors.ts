import { BaseSchema } from '@adonisjs/lucid/schema'

export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE monitors (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_path VARCHAR(512) NULL,
        prefix VARCHAR(513) NULL,
        measure VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        direction VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        threshold DECIMAL(36,6) NOT NULL,
        hysteresis DECIMAL(36,6) NOT NULL,
        state VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        value DECIMAL(36,6) NULL,
        crossings INT UNSIGNED NOT NULL,
        from_seq BIGINT UNSIGNED NOT NULL,
        created_at DATETIME(6) NOT NULL,
        changed_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        KEY monitors_newest (realm_id, created_at, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE monitors')
  }
}
