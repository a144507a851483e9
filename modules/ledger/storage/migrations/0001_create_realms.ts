import { BaseSchema } from '@adonisjs/lucid/schema'

/** Realms; thousands. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE realms (
        id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        builder_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        name VARCHAR(100) NOT NULL,
        slug VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        asset VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        lifecycle VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        backing VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        description VARCHAR(1000) NULL,
        created_at DATETIME(6) NOT NULL,
        updated_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY realms_slug (org_id, slug),
        KEY realms_newest (org_id, created_at, id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE realms')
  }
}
