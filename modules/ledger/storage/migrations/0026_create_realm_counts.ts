import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * How many operations, events, deltas and legs a realm has: written with each group under the
 * realm's lock, so that the total of a list costs a row and not a scan of millions.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE realm_counts (
        realm_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        counted VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount BIGINT NOT NULL,
        PRIMARY KEY (realm_id, counted)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
    this.schema.raw(`
      INSERT INTO realm_counts (realm_id, counted, amount)
        SELECT realm_id, CONCAT('operation:', type), COUNT(*) FROM operations GROUP BY realm_id, type
        UNION ALL
        SELECT realm_id, 'pending', COUNT(*) FROM operations WHERE state = 'pending' GROUP BY realm_id
        UNION ALL
        SELECT realm_id, CONCAT('event:', type), COUNT(*) FROM events GROUP BY realm_id, type
        UNION ALL
        SELECT realm_id, CONCAT('delta:', delta_type), COUNT(*) FROM deltas
         GROUP BY realm_id, delta_type
        UNION ALL
        SELECT realm_id, 'delta:balance_change', COUNT(*) FROM journal_legs GROUP BY realm_id`)
  }

  async down() {
    this.schema.raw('DROP TABLE realm_counts')
  }
}
