import type { SqlSession } from '#app/storage/database'
import type { RealmPoolEvent } from '../core/pool_event.ts'

/** A part of custody that acts on what happens on the chain. */
export interface PoolEventConsumer {
  /** For the log. */
  readonly name: string
  /**
   * Right before the event is stored as tentative: at least once, and also for events that a
   * reorganisation then takes back. For what must not wait, as a freeze. A throw delays the page.
   */
  onSeen?(event: RealmPoolEvent): Promise<void>
  /** As `onSeen`, for what is cheaper done at once: all events of one page, in order within each pool. */
  onSeenPage?(events: readonly RealmPoolEvent[]): Promise<void>
  /**
   * In the order of `seq`, in the transaction that makes the event final: exactly once, as far as
   * `session` is concerned. A throw holds back this pool and is tried again.
   */
  onFinal?(event: RealmPoolEvent, session: SqlSession): Promise<void>
  /**
   * For what is cheaper done at once: all events of one transaction, after each went through
   * `onFinal`. A throw holds back this pool and is tried again.
   */
  onFinalStep?(events: readonly RealmPoolEvent[], session: SqlSession): Promise<void>
  /**
   * That transaction has committed. Not called after a crash in between, so only for what somebody
   * looks after anyway: waking a job that is stored.
   */
  onCommitted?(): Promise<void>
}
