import { placesOf } from '#app/failpoints/failpoint'

export const CUSTODY_FAILPOINTS = [
  /** A chain transaction is signed and stored; it was not sent. */
  'custody.signed',
  /** A node has the transaction; that is not stored. */
  'custody.sent',
  /** Settlements are in a batch; it has no nonce. */
  'custody.batched',
  /** Outcomes are written in the transaction that makes them final; it has not been committed. */
  'custody.outcomes_written',
  /** Outcomes are final; the ledger was not woken. */
  'custody.outcomes_final',
  /** A movement at a vault is given up; its id is not rejected on the chain. */
  'custody.vault_given_up',
  /** Transfers that are given up have their group; no transaction carries it. */
  'custody.void_grouped',
] as const

export const failpoint = placesOf(CUSTODY_FAILPOINTS)
