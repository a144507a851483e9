import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * One row per realm with monitors: the entry up to which its journal was looked at, and when it is
 * looked at whatever the journal does: at once for a new monitor, regularly for equity.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE monitored_realms (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        seq BIGINT UNSIGNED NOT NULL,
        due_at DATETIME(6) NULL,
        PRIMARY KEY (realm_id),
        KEY monitored_realms_due (due_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE monitored_realms')
  }
}
