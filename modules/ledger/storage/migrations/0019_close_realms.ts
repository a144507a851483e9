import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * A closed realm keeps its journal and frees its slug: `closed_key` is empty while the realm is
 * open, and its own id afterwards. `closed_by` is the event that closed it, on the row that every
 * posting locks, so that nothing can be posted after it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE realms
        ADD COLUMN closed_at DATETIME(6) NULL,
        ADD COLUMN closed_key CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
        DROP KEY realms_slug,
        ADD UNIQUE KEY realms_slug (org_id, slug, closed_key),
        ADD KEY realms_reapable (lifecycle, closed_key, created_at, id)`)
    this.schema.raw(`
      ALTER TABLE realm_heads
        ADD COLUMN closed_by VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL`)
  }

  async down() {
    this.schema.raw('ALTER TABLE realm_heads DROP COLUMN closed_by')
    this.schema.raw(`
      ALTER TABLE realms
        DROP KEY realms_reapable,
        DROP KEY realms_slug,
        ADD UNIQUE KEY realms_slug (org_id, slug),
        DROP COLUMN closed_key,
        DROP COLUMN closed_at`)
  }
}
