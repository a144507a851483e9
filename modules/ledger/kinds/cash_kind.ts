import type { ObjectKind } from '../extension/object_kind.ts'

export const CASH_TYPES = ['denominated', 'deposit', 'withdrawal', 'escrow'] as const

/** Objects that hold USD in the journal. The type names a role; all types behave alike. */
export class CashKind implements ObjectKind {
  readonly name = 'cash'
  readonly types = CASH_TYPES

  validateCreate() {
    // Cash objects take any metadata; the validator has checked its form.
  }

  async prepare() {
    // The balance row was written with the object; there is nothing outside the journal to open.
  }
}
