import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Before there were roles everybody in an organization had the same rights, and operators called
 * those whom they moved there `member`. All of them stay equals. A few rows for each organization.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`UPDATE builders SET role = 'owner' WHERE role = 'member'`)
  }

  /** Nobody can tell any more who was called so, and the release before treats both alike. */
  async down() {}
}
