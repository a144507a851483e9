import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The sessions of people: families of refresh tokens (`api`) and sessions of browsers (`browser`),
 * kept until they would expire. They belong to an identity and not to a builder, because a person
 * may be signed in in a browser before they have an account.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE sessions (
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        kind VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        issuer VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        subject VARCHAR(255) NOT NULL,
        address VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin NULL,
        user_agent VARCHAR(120) NULL,
        created_at DATETIME(6) NOT NULL,
        last_used_at DATETIME(6) NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        ended_at DATETIME(6) NULL,
        PRIMARY KEY (id),
        KEY sessions_of_person (issuer, subject, created_at, id),
        KEY sessions_expiry (expires_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE sessions')
  }
}
