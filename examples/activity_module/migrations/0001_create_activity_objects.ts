import { BaseSchema } from 'ledger-custody-service/module'

/** One row per object that an event was about. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE activity_objects (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object_path VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        events INT UNSIGNED NOT NULL,
        last_event_type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        last_sequence BIGINT UNSIGNED NOT NULL,
        last_event_no SMALLINT UNSIGNED NOT NULL,
        PRIMARY KEY (realm_id, object_path),
        KEY activity_objects_newest (realm_id, last_sequence)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE activity_objects')
  }
}
