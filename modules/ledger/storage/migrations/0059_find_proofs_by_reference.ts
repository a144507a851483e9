import { BaseSchema } from '@adonisjs/lucid/schema'

/** Finds what rests on a fact of one realm, whichever module has reported the fact. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE proofs ADD KEY proofs_reference (realm_id, external_ref)')
  }

  async down() {
    this.schema.raw('ALTER TABLE proofs DROP KEY proofs_reference')
  }
}
