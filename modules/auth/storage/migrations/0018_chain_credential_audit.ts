import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The place of an entry in the hash chain of its organization. An entry is written without one, so
 * that no writer waits for another, and gets its place a moment later. Older entries get theirs in
 * the same way, in the order of their time.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE credential_audit
        ADD COLUMN seq BIGINT UNSIGNED NULL,
        ADD COLUMN prev_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN entry_hash CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD UNIQUE KEY credential_audit_chain (org_id, seq),
        ADD KEY credential_audit_unsealed (seq, org_id)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE credential_audit
        DROP KEY credential_audit_unsealed,
        DROP KEY credential_audit_chain,
        DROP COLUMN entry_hash,
        DROP COLUMN prev_hash,
        DROP COLUMN seq`)
  }
}
