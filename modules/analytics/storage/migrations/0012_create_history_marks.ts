import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The marks at the end of sealed buckets, for the markets that a realm held positions in; null when
 * there was no mark. They are kept here because feeds delete their ticks after a day, and a sealed
 * point must not change with that.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE history_marks (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        width INT UNSIGNED NOT NULL,
        market VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        end_seconds BIGINT UNSIGNED NOT NULL,
        mark DECIMAL(38,18) NULL,
        PRIMARY KEY (realm_id, width, market, end_seconds),
        KEY history_marks_age (width, end_seconds)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE history_marks')
  }
}
