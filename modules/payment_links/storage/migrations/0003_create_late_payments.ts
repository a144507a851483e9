import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Deposits that came after their link had ended. Each is counted once in the link's `late_amount`,
 * however often its event arrives.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      CREATE TABLE payment_link_late_payments (
        operation_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        link_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        amount DECIMAL(36,6) NOT NULL,
        PRIMARY KEY (operation_id),
        KEY payment_link_late_payments_link (link_id)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin`)
  }

  async down() {
    this.schema.raw('DROP TABLE payment_link_late_payments')
  }
}
