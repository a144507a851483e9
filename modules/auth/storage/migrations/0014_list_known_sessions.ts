import { BaseSchema } from '@adonisjs/lucid/schema'

/** Lists sign-ins from before sessions were stored, so that they can be ended like later ones. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      INSERT IGNORE INTO sessions
        (id, kind, issuer, subject, created_at, last_used_at, expires_at, ended_at)
      SELECT t.family_id, 'api', b.issuer, b.subject, MIN(t.created_at), MAX(t.created_at),
        MAX(t.expires_at), MAX(t.revoked_at)
      FROM refresh_tokens t JOIN builders b ON b.id = t.builder_id
      GROUP BY t.family_id, b.issuer, b.subject`)
  }

  async down() {
    this.schema.raw(`DELETE FROM sessions WHERE kind = 'api' AND address IS NULL`)
  }
}
