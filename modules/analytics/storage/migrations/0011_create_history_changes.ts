import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The change of each balance in a sealed bucket, per stored width; buckets without a change have no
 * row. One row per object that moved, however often it did.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE history_changes (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        width INT UNSIGNED NOT NULL,
        object_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        denomination VARCHAR(72) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        end_seconds BIGINT UNSIGNED NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        PRIMARY KEY (realm_id, width, object_id, denomination, end_seconds),
        KEY history_changes_age (width, end_seconds)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE history_changes')
  }
}
