import { BaseSchema } from '@adonisjs/lucid/schema'

/** Successors to recovery keys that are lost, who wait for their time; times of the chain in Unix seconds. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE custody_boundary_mirror
        ADD COLUMN successor CHAR(42) CHARACTER SET ascii COLLATE ascii_bin NULL,
        ADD COLUMN successor_ripe_at BIGINT UNSIGNED NULL,
        ADD COLUMN successor_seq BIGINT UNSIGNED NOT NULL DEFAULT 0,
        ADD KEY custody_boundary_mirror_successor (chain_id, successor_ripe_at)`)
  }

  async down() {
    this.schema.raw(`
      ALTER TABLE custody_boundary_mirror
        DROP KEY custody_boundary_mirror_successor,
        DROP COLUMN successor_seq,
        DROP COLUMN successor_ripe_at,
        DROP COLUMN successor`)
  }
}
