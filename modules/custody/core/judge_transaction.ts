/** What the chain shows of one transaction (all its attempts share a nonce) at one moment. */
export interface SeenTransaction {
  /** The receipt of whichever attempt was mined; `canonical`: its block is still part of the chain. */
  mined: { succeeded: boolean; blockNumber: number; blockHash: string; canonical: boolean } | null
  /** The newest block that is final. */
  finalBlock: number
  /** Next nonce of the account at the head. */
  minedNonce: number
  /** Next nonce of the account at the final block. */
  finalNonce: number
}

export type Verdict =
  | { kind: 'final'; succeeded: boolean; blockNumber: number; blockHash: string }
  /** Mined, `missing` blocks short of final. */
  | { kind: 'confirming'; missing: number }
  /** The node does not have it: give it the stored bytes again. */
  | { kind: 'resend' }
  /** Its nonce was used by something else, for good. */
  | { kind: 'displaced' }
  /** The answers contradict each other, as they do around a reorganisation: look again. */
  | { kind: 'unclear' }

/**
 * Decides from the chain what happened to a transaction that was sent, or was about to be sent when
 * the process died. Success and failure count only once they are final, because a reorganisation
 * can reverse either.
 */
export function judgeTransaction(nonce: number, seen: SeenTransaction): Verdict {
  const { mined } = seen
  if (mined) {
    if (!mined.canonical) return { kind: 'unclear' }
    const missing = mined.blockNumber - seen.finalBlock
    if (missing > 0) return { kind: 'confirming', missing }
    const { succeeded, blockNumber, blockHash } = mined
    return { kind: 'final', succeeded, blockNumber, blockHash }
  }
  if (seen.minedNonce <= nonce) return { kind: 'resend' }
  if (seen.finalNonce > nonce) return { kind: 'displaced' }
  return { kind: 'unclear' }
}
