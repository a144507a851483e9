import type { Movement } from '#app/extension/ledger_terms'

/**
 * May stop a movement before anything is stored. Every guard is asked, in registration order, on
 * the request path: answer from memory. A ServiceError refuses the request with its code.
 */
export interface MovementGuard {
  readonly name: string
  check(movement: Omit<Movement, 'operationId'>): Promise<void> | void
}
