import { emptyState, takeOver } from '../../core/state.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { KnownRealm } from '../../storage/journal_foresight.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import type { DecidedGroup } from './decide_group.ts'

/** What the next transfers of a realm will find if this group is its head. */
export interface RealmOutlook extends KnownRealm {
  /** The newest group that this process has decided. */
  readonly follows: JournalGroup
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
  begin({ states, entries, groups }: DecidedGroup) {
    const since = performance.now()
    for (const group of groups()) {
      const known = emptyState(group.realmId, null)
      this.#take(states, { known, stepped: new Set(), follows: group, since })
    }
    this.#noteSteps(entries)
    this.#bound()
  }

  /** After a group that was foreseen. @returns false when that was on another outlook */
  move(decided: DecidedGroup & { follows: readonly JournalGroup[] }): boolean {
    const { follows, states, entries, groups } = decided
    const isOnThis = follows.every(
      ({ realmId, hash }) => this.#realms.get(realmId)?.follows.hash === hash
    )
    if (!isOnThis) return false
    for (const group of groups()) {
      this.#take(states, { ...this.#realms.get(group.realmId)!, follows: group })
    }
    this.#noteSteps(entries)
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

  #noteSteps(entries: DecidedGroup['entries']) {
    for (const { realmId, posting } of entries) {
      const { operation } = posting
      if (operation?.kind === 'transition') this.#realms.get(realmId)!.stepped.add(operation.row.id)
    }
  }

  /** Forgets the realms that were posted to longest ago, until the rest is fresh and small. */
  #bound() {
    const sizeOf = ({ known, stepped }: RealmOutlook) => known.objectsById.size + stepped.size
    let size = 0
    for (const outlook of this.#realms.values()) size += sizeOf(outlook)
    for (const [realmId, outlook] of this.#realms) {
      if (size < LEDGER_LIMITS.outlookObjects && this.isFresh(outlook)) return
      size -= sizeOf(outlook)
      this.#realms.delete(realmId)
    }
  }
}
