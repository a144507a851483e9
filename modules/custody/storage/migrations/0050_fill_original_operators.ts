import { BaseSchema } from '@adonisjs/lucid/schema'

/** Operators that pools were made with, from before these were noted: one row a pool, told by its first event. */
export default class extends BaseSchema {
  async up() {
    const told = (row: string, key: string) =>
      `JSON_UNQUOTE(JSON_EXTRACT(${row}.payload, '$.${key}'))`
    this.schema.raw(`
      INSERT IGNORE INTO custody_pool_roles (chain_id, pool, role, account, enabled)
      SELECT e.chain_id, e.pool, 'operator', ${told('e', 'operator')},
             COALESCE((SELECT ${told('c', 'enabled')} = 'true' FROM custody_events c
                        WHERE c.chain_id = e.chain_id AND c.pool = e.pool AND c.state = 'final'
                          AND c.name = 'OperatorChanged'
                          AND ${told('c', 'operator')} = ${told('e', 'operator')}
                        ORDER BY c.seq DESC LIMIT 1), 1)
        FROM custody_pool_cursors p
        JOIN custody_events e ON e.chain_id = p.chain_id AND e.pool = p.pool AND e.seq = 1
       WHERE e.name = 'RealmInitialized' AND e.state = 'final'`)
  }

  /** Rows that pools themselves have told later look the same. */
  async down() {}
}
