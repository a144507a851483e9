import { BaseSchema } from '@adonisjs/lucid/schema'

/** What each pool credited and ended in an hour without every node having been asked: hours since the Unix epoch, base units. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE custody_small_values (
        chain_id BIGINT UNSIGNED NOT NULL,
        pool CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        hour BIGINT UNSIGNED NOT NULL,
        amount DECIMAL(65, 0) NOT NULL,
        PRIMARY KEY (chain_id, pool, hour)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE custody_small_values')
  }
}
