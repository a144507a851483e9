/** An attempt of a transaction, as far as its standing depends on it. */
export interface Attempt {
  /** Of the transaction: its attempts share a nonce. */
  id: string
  txHash: string
  state: string
  newest: boolean
}

export interface Standing {
  status: 'pending' | 'confirmed' | 'failed' | 'replaced'
  confirmations: number
}

/**
 * How each attempt stands. Attempts share a nonce, so at most one is mined, possibly an older one:
 * the attempt that an outcome names counts. Without an outcome the newest attempt counts.
 *
 * @param carrying hashes that final outcomes name
 * @param depth confirmations of what is confirmed
 */
export function standingsOf<Each extends Attempt>(
  attempts: readonly Each[],
  carrying: ReadonlySet<string>,
  depth: number
): (Each & Standing)[] {
  const decided = new Set(attempts.filter(({ txHash }) => carrying.has(txHash)).map(({ id }) => id))
  return attempts.map((each) => {
    const { id, txHash, state, newest } = each
    const status = decided.has(id) ? decidedStatus(carrying.has(txHash)) : statusOf(state, newest)
    return { ...each, status, confirmations: status === 'confirmed' ? depth : 0 }
  })
}

/** Outcomes are final, whether or not the nonce lane has looked at its transaction since. */
function decidedStatus(carries: boolean): Standing['status'] {
  return carries ? 'confirmed' : 'replaced'
}

function statusOf(state: string, newest: boolean): Standing['status'] {
  if (!newest) return 'replaced'
  if (state === 'signed') return 'pending'
  return state === 'final' ? 'confirmed' : 'failed'
}
