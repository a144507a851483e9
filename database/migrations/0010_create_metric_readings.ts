import { BaseSchema } from '@adonisjs/lucid/schema'

/** The newest values of the metrics that all processes share: one row for each source of them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE metric_readings (
        source VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        claimed_at DATETIME(6) NOT NULL,
        measured_at DATETIME(6) NULL,
        samples MEDIUMTEXT NOT NULL,
        PRIMARY KEY (source)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE metric_readings')
  }
}
