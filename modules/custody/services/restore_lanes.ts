import type { Hex } from '../core/chain_types.ts'
import type { WaitingTransaction } from '../storage/transaction_rows.ts'

/** The transactions of one account, as far as a chain may lack them. */
interface Restorable {
  /** Stored bytes from the account's next nonce on the chain on, in the order of their nonces. */
  missing(): AsyncIterator<WaitingTransaction, void>
  send(raw: Hex): Promise<unknown>
  /** Waits a while. @returns whether all that was final is mined again */
  caughtUp(): Promise<boolean>
}

export interface Restored {
  sent: number
  /** Whether final ones were among them: the chain has lost history. */
  rewound: boolean
  /** False while something of that history is not mined again: what is not there may yet come. */
  caughtUp: boolean
}

/**
 * Gives the chain back what it does not have of these accounts. Heals an emptied mempool, a local
 * chain that was killed, and one that starts over empty. The same bytes can only ever execute once, so
 * a node that merely lags loses nothing.
 *
 * Of several accounts in the order in which they were ordered: a pool numbers what happens to it, and
 * in another order its events would contradict those that were final.
 */
export async function restoreLanes(lanes: readonly Restorable[]): Promise<Restored> {
  const queues = await Promise.all(
    lanes.map(async (lane) => {
      const rest = lane.missing()
      return { lane, rest, next: await rest.next() }
    })
  )
  const rewound = new Set<Restorable>()
  let sent = 0
  for (;;) {
    const heads = queues.flatMap((queue) =>
      queue.next.done ? [] : [{ queue, transaction: queue.next.value }]
    )
    const [first, ...others] = heads
    if (!first) break
    const oldest = others.reduce(
      (one, other) => (other.transaction.id < one.transaction.id ? other : one),
      first
    )
    const { queue, transaction } = oldest
    await queue.lane.send(transaction.raw)
    sent++
    if (transaction.state !== 'signed' && transaction.state !== 'filling') rewound.add(queue.lane)
    queue.next = await queue.rest.next()
  }
  const caughtUp = await Promise.all([...rewound].map((lane) => lane.caughtUp()))
  return { sent, rewound: rewound.size > 0, caughtUp: !caughtUp.includes(false) }
}
