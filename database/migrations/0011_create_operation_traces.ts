import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * In which trace an operation was asked for, for the jobs that go on with it. Nothing is written
 * while nothing is traced.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE operation_traces (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        traceparent CHAR(55) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(6) NOT NULL,
        PRIMARY KEY (operation_id),
        KEY operation_traces_by_time (created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE operation_traces')
  }
}
