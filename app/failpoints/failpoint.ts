import { setTimeout as delay } from 'node:timers/promises'

/**
 * Places where a test can end this process, make a step fail or hold it up, to prove that nothing
 * acknowledged is lost there. Armed by `FAILPOINT=name:nth:action`, several with commas between
 * them; the nth time the place is reached the action happens, once. Never armed in production.
 */
export const FAILPOINTS = [
  /** A group was taken from its lane; nothing has been sent to the database. */
  'poster.taken',
  /** The realm is locked and its state loaded. */
  'poster.loaded',
  /** Every request of the group is decided; nothing is written. */
  'poster.decided',
  /** Everything is written; COMMIT has not been sent. */
  'poster.written',
  /** COMMIT is on its way and its answer has not been read. */
  'poster.commit_sent',
  /** The group is durable; nobody has been told. */
  'poster.committed',
  /** Jobs are announced; callers have not been answered. */
  'poster.announced',
  /** A job was received; its handler has not begun. */
  'job.received',
  /** A handler has finished; the job is still owed. */
  'job.handled',
  /** The job is no longer owed; Redis has not been told. */
  'job.finished',
  /** A rail was asked; its answer is not posted. */
  'settlement.asked',
  /** A rail was asked again; its answer is not posted. */
  'confirmation.asked',
  /** A chain transaction is signed and stored; it was not sent. */
  'custody.signed',
  /** A node has it; nobody has noted that. */
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
  /** One realm is closed; the others that are due are not. */
  'reaper.closed',
  /** An object is prepared; its completion is not posted. */
  'object_workflow.prepared',
  /** A listener has handled events; its position is not stored. */
  'event_dispatch.handled',
  /** The engine has decided a command; nothing of it is written. */
  'venue.decided',
  /** The version of a realm's venue is written; its rows and its history are not. */
  'venue.version_written',
  /** History and state are written in the posting; it has not been committed. */
  'venue.state_written',
  /** A feed has ticked; no realm has passed the tick. */
  'venue.feed_ticked',
  /** One realm has passed a tick; the others have not. */
  'venue.tick_passed',
  /** The rail knows how an account changes; the settlement is not posted. */
  'venue.rail_decided',
  /** A transfer was refused and its amount is back on the account; its operation still waits. */
  'venue.reserve_returned',
  /** An action for the live venue is stored; it is not claimed. */
  'venue.stored',
  /** An action for the live venue is claimed; nothing was sent. */
  'venue.claimed',
  /** The live venue was sent an action; its answer is not stored. */
  'venue.sent',
  /** What the live venue answered is stored; it is not booked. */
  'venue.answered',
  /** A live account has reached the next step of its setup. */
  'venue.provisioned',
  /** The nonce of an account's funding is stored; nothing was sent. */
  'venue.funding',
  /** The key of an agent is stored; it is not approved. */
  'venue.agent_drawn',
  /** Reports of the live venue are booked; how far they reach is not stored. */
  'venue.polled',
  /** A transfer has its nonce; it was not sent. */
  'venue.cash_claimed',
  /** A transfer was sent; its answer is not stored. */
  'venue.cash_sent',
  /** A bucket of a realm's history is stored; its transaction has not been committed. */
  'history.sealed',
] as const

export type FailpointName = (typeof FAILPOINTS)[number]

const ACTIONS = ['kill', 'error', 'delay'] as const
type Action = (typeof ACTIONS)[number]

const DELAY_MS = 2_000

interface Armed {
  action: Action
  /** Times the place may still be passed unharmed. */
  remaining: number
}

const armed = new Map<FailpointName, Armed>()

/** @throws Error for a text that arms nothing: a test must not pass because of a misspelling */
export function armFailpoints(text: string) {
  armed.clear()
  for (const part of text.split(',').filter((each) => each !== '')) {
    const [name, nth, action] = part.split(':')
    const known = FAILPOINTS.find((each) => each === name)
    const wanted = ACTIONS.find((each) => each === action)
    if (!known || !wanted || !/^[1-9]\d{0,8}$/.test(nth ?? '')) {
      throw new Error(
        `FAILPOINT "${part}" is not name:nth:${ACTIONS.join('|')} with one of the names ${FAILPOINTS.join(', ')}`
      )
    }
    armed.set(known, { action: wanted, remaining: Number(nth) })
  }
}

/**
 * Marks a place. Costs one look into an empty map unless a test has armed it.
 *
 * @throws Error when the action is `error`
 */
export function failpoint(name: FailpointName): Promise<void> | void {
  if (armed.size === 0) return
  const found = armed.get(name)
  if (!found || --found.remaining > 0) return
  armed.delete(name)
  return act(name, found.action)
}

function act(name: FailpointName, action: Action): Promise<void> | void {
  if (action === 'error') throw new Error(`Failpoint ${name}`)
  if (action === 'delay') return delay(DELAY_MS)
  // Nothing may run any more: not even what an exit handler would still save.
  process.kill(process.pid, 'SIGKILL')
}
