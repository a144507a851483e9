import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * When the execution of a request that no name makes safe to repeat began: a later attempt that is
 * refused may come after one that had its effect.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('ALTER TABLE approvals ADD COLUMN begun_at DATETIME(6) NULL')
  }

  async down() {
    this.schema.raw('ALTER TABLE approvals DROP COLUMN begun_at')
  }
}
