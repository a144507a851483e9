/** A committed event, as listeners and the API see it. */
export interface CommittedEvent {
  id: string
  realmId: string
  /** Position in the realm's journal; events of one realm arrive in this order. */
  sequence: number
  /** Place among the events of its journal entry. */
  eventNo: number
  type: string
  operationId: string | null
  operationPath: string | null
  objectPath: string | null
  /** JSON text. */
  payload: string
  /** RFC 3339 UTC. */
  createdAt: string
}

/**
 * Reacts to committed events: at least once, in realm order, after the commit, in a worker. A throw
 * stops this listener for this realm until a retry succeeds, so that no event is skipped; `handle`
 * must therefore be idempotent.
 */
export interface EventListener {
  /** Unique and stable, because the position of the listener is stored under this name. */
  readonly name: string
  /** Event types that the listener gets; `*` for all. */
  readonly types: readonly string[]
  /**
   * Which events it is told of realms that were there before it: all of their history, which is
   * brought to it in the background, or only those that are committed after a worker has first seen
   * it. `beginning` when it is left out. Realms that are opened later are told from their first event.
   */
  readonly from?: 'beginning' | 'now'
  /**
   * Whether it would do nothing for any of these events of one realm, of types that it gets. It is asked
   * after all of them were committed. Such a listener is moved past them together with others, and costs
   * no transaction of its own. Left out: it is told of them.
   */
  passesOver?(events: readonly CommittedEvent[]): Promise<boolean>
  handle(event: CommittedEvent): Promise<void>
}
