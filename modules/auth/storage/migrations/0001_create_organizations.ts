import { BaseSchema } from '@adonisjs/lucid/schema'

/** Customers, one row each; a first sign-in adds one. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE organizations (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        name VARCHAR(100) NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE organizations')
  }
}
