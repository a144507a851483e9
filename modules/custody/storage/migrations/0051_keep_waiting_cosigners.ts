import { BaseSchema } from '@adonisjs/lucid/schema'

/** Co-signers that wait for their time and their own word; times of the chain in Unix seconds. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_boundary_mirror
        ADD COLUMN pending_cosigner CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN cosigner_ripe_at BIGINT UNSIGNED NULL,
        ADD COLUMN cosigner_seq BIGINT UNSIGNED NOT NULL DEFAULT 0,
        ADD KEY custody_boundary_mirror_cosigner (chain_id, cosigner_ripe_at)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE custody_boundary_mirror
        DROP KEY custody_boundary_mirror_cosigner,
        DROP COLUMN cosigner_seq,
        DROP COLUMN cosigner_ripe_at,
        DROP COLUMN pending_cosigner`)
  }
}
