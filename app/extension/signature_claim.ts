import type { Micros } from '#app/clock/clock'
import { LIMITS } from '#app/limits'

/**
 * What a request uses its signature for. The signed text names neither method nor address, so the
 * first use claims the signature: see `takeClaims`.
 */
export interface SignatureClaim {
  /** SHA-256 in hex over the key, the signature and the signed text. */
  digest: string
  method: string
  /** Pattern of the route. */
  route: string
  /** SHA-256 in hex over method and address, query included. */
  target: string
  /** The HTTP request: a UUID that no other request has. */
  holder: string
  /**
   * Whether the request names the path of its operation. A repetition at the same target then finds
   * that operation and adds none; any other repetition would do something a second time.
   */
  repeatable: boolean
  /** From then on the signature's timestamp is too old. */
  usableUntil: Micros
}

/** Why a claim was refused. */
export interface ClaimProblem {
  reason: 'already_used' | 'wrong_route'
  /** Method and route pattern that the signature was used for. */
  usedFor: string
}

const MESSAGES = {
  already_used:
    'This signature was used before: one signature serves one operation. Sign the request again, with another timestamp. Nothing was executed.',
  wrong_route:
    'This signature was used for another request: one signature serves one operation. Sign this request by itself, with another timestamp. Nothing was executed.',
} as const

/** The refusal of a request whose signature serves another one; the code is INVALID_SIGNATURE. */
export function claimRefusal({ reason, usedFor }: ClaimProblem) {
  return { message: MESSAGES[reason], details: { reason, usedFor } }
}

/** Until when a signed text is accepted, by the timestamp in its last line. */
export function usableUntil(signingInput: string): Micros {
  const timestamp = Number(signingInput.slice(signingInput.lastIndexOf('\n') + 1))
  return (timestamp + LIMITS.signatureToleranceSeconds + 1) * 1_000_000
}
