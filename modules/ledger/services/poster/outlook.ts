import { emptyState, takeOver, type RealmState } from '../../core/state.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import type { DecidedGroup } from './decide_group.ts'

/** What the next transfers of a realm will find if this group is its head. */
export interface RealmOutlook {
  /**
   * The objects and balances that this group and the ones before it have looked at. They change
   * only with the head.
   */
  readonly known: RealmState
  /** The newest group that this process has decided. */
  readonly follows: JournalGroup
  /** When the oldest of what is known was read, in milliseconds of this process. */
  readonly since: number
}

/** What a lane knows of its realms after its newest groups. */
export class Outlook {
  /** The realm that was posted to last is the last one. */
  #realms = new Map<string, RealmOutlook>()

  get isEmpty(): boolean {
    return this.#realms.size === 0
  }

  /** What is known of these realms; null when one of them is not known any more. */
  of(realmIds: readonly string[]): RealmOutlook[] | null {
    const found = realmIds.flatMap((realmId) => this.#realms.get(realmId) ?? [])
    return found.length === realmIds.length && found.every((each) => this.isFresh(each))
      ? found
      : null
  }

  /**
   * Whether it may still be used. Everything is read again now and then, so that it stays small,
   * and what an operator has repaired by hand is seen.
   */
  isFresh({ since }: RealmOutlook): boolean {
    return performance.now() - since < LEDGER_LIMITS.outlookMs
  }

  /** After a group that was loaded under the locks of its realms. */
  begin({ states, groups }: DecidedGroup) {
    const since = performance.now()
    for (const group of groups()) {
      const known = emptyState(group.realmId, null)
      this.#take(states, { known, follows: group, since })
    }
    this.#bound()
  }

  /** After a group that was foreseen. @returns false when that was on another outlook */
  move({ follows, states, groups }: DecidedGroup & { follows: readonly JournalGroup[] }): boolean {
    const isOnThis = follows.every(
      ({ realmId, hash }) => this.#realms.get(realmId)?.follows.hash === hash
    )
    if (!isOnThis) return false
    for (const group of groups()) {
      this.#take(states, { ...this.#realms.get(group.realmId)!, follows: group })
    }
    this.#bound()
    return true
  }

  forget(realmIds: Iterable<string> = [...this.#realms.keys()]) {
    for (const realmId of realmIds) this.#realms.delete(realmId)
  }

  #take(states: DecidedGroup['states'], outlook: RealmOutlook) {
    const { realmId } = outlook.known
    takeOver(outlook.known, states.get(realmId)!)
    this.#realms.delete(realmId)
    this.#realms.set(realmId, outlook)
  }

  /** Forgets the realms that were posted to longest ago, until the rest is fresh and small. */
  #bound() {
    let objects = 0
    for (const { known } of this.#realms.values()) objects += known.objectsById.size
    for (const [realmId, outlook] of this.#realms) {
      if (objects < LEDGER_LIMITS.outlookObjects && this.isFresh(outlook)) return
      objects -= outlook.known.objectsById.size
      this.#realms.delete(realmId)
    }
  }
}
