import { BaseSchema } from '@adonisjs/lucid/schema'

/** Every withdrawal asks whether its destination is one of our own. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE custody_pools ADD KEY custody_pools_address (address)')
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_pools DROP KEY custody_pools_address')
  }
}
