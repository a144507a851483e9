import { BaseSchema } from '@adonisjs/lucid/schema'

/** What the payment of a link is for, as its page shows it. Both are null for links of before. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      ALTER TABLE payment_links
        ADD COLUMN description VARCHAR(200) NULL AFTER return_strategy,
        ADD COLUMN reference VARCHAR(64) NULL AFTER description`)
  }

  async down() {
    this.schema.raw('ALTER TABLE payment_links DROP COLUMN description, DROP COLUMN reference')
  }
}
