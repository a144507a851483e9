import { BaseSchema } from '@adonisjs/lucid/schema'

/** What waits in the pool of a halted realm is looked for as long as the realm stands still. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      'ALTER TABLE custody_boundary_mirror ADD KEY custody_boundary_mirror_realm (chain_id, realm_id)'
    )
  }

  async down() {
    this.schema.raw('ALTER TABLE custody_boundary_mirror DROP KEY custody_boundary_mirror_realm')
  }
}
