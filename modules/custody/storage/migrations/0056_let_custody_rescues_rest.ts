import { BaseSchema } from '@adonisjs/lucid/schema'

/** Until when a rescue in doubt is left alone, because no key of the service may cancel it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE custody_rescues ADD COLUMN rests_until DATETIME(6) NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_rescues DROP COLUMN rests_until')
  }
}
