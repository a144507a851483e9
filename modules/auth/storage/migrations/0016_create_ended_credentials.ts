import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Sessions and scoped tokens that ended before their time, as long as one of their tokens could be
 * accepted without a look here. Every process reads the new rows twice a second; `seq` tells which
 * are new.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE ended_credentials (
        seq BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        expires_at DATETIME(6) NOT NULL,
        PRIMARY KEY (seq),
        UNIQUE KEY ended_credentials_id (id),
        KEY ended_credentials_expiry (expires_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE ended_credentials')
  }
}
