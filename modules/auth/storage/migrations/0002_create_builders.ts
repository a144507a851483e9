import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * People with an account. Their identity is the provider's id for the person (issuer and subject)
 * and not the address, because addresses are given to other people sooner or later.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE builders (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        org_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        email VARCHAR(254) NOT NULL,
        issuer VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        subject VARCHAR(255) NOT NULL,
        role VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id),
        UNIQUE KEY builders_identity (issuer, subject),
        UNIQUE KEY builders_email (email),
        KEY builders_org (org_id),
        CONSTRAINT builders_in_organization FOREIGN KEY (org_id) REFERENCES organizations (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE builders')
  }
}
