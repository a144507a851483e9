import { BaseSchema } from '@adonisjs/lucid/schema'

/** Postings were made before it was noted who took part in them: their legs tell. It may run again. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      INSERT IGNORE INTO operation_parties (object_id, created_at, operation_id)
      SELECT DISTINCT l.object_id, o.created_at, o.id
        FROM realms r
        STRAIGHT_JOIN operations o ON o.realm_id = r.id AND o.type IN ('posting', 'reversal')
        STRAIGHT_JOIN journal_entries e ON e.operation_id = o.id
        STRAIGHT_JOIN journal_legs l ON l.realm_id = e.realm_id AND l.seq = e.seq AND l.kind <> 'fee'
       WHERE l.object_id NOT IN (o.source_object_id, o.target_object_id)`)
  }

  async down() {}
}
