import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The end of a hold sets a time that was NULL and a longer state. In a full page InnoDB writes the page anew for
 * a row that grows, so that what is held brings blanks along, which its end gives back.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      `ALTER TABLE holds
        ADD COLUMN room VARCHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT ''`
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE holds DROP COLUMN room')
  }
}
