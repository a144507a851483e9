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
   * Whether it may still be used. Everything is read again now and then, so that what an operator has repaired by
   * hand is seen.
   */
  isFresh({ since }: RealmOutlook): boolean {
    return performance.now() - since < LEDGER_LIMITS.outlookMs
  }

  /** Whether so many objects and steps may be known. */
  hasRoom(size: number): boolean {
    return size < LEDGER_LIMITS.outlookObjects
  }

  /** After a group that was loaded under the locks of its realms. */
  begin(decided: DecidedGroup) {
    this.#know(decided)
    this.#bound(decided)
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
    this.#bound(decided)
    return true
  }

  forget(realmIds: Iterable<string> = [...this.#realms.keys()]) {
    for (const realmId of realmIds) this.#realms.delete(realmId)
  }

  /** Of the realms of a group, what it has looked at, and no more. */
  #know({ states, entries, groups }: DecidedGroup) {
    const since = performance.now()
    for (const group of groups()) {
      const known = emptyState(group.realmId, null)
      this.#take(states, { known, stepped: new Set(), follows: group, since })
    }
    this.#noteSteps(entries)
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

  /**
   * Forgets the realms that were posted to longest ago, until the rest is fresh and small. Where the realms of this
   * group are too much by themselves, only what it has looked at stays known: the database can show the rest by
   * now, since the groups before are committed.
   */
  #bound(newest: DecidedGroup) {
    let size = 0
    for (const outlook of this.#realms.values()) size += sizeOf(outlook)
    for (const [realmId, outlook] of this.#realms) {
      if (this.hasRoom(size) && this.isFresh(outlook)) return
      if (newest.states.has(realmId)) continue
      size -= sizeOf(outlook)
      this.#realms.delete(realmId)
    }
    if (!this.hasRoom(size)) this.#know(newest)
  }
}

function sizeOf({ known, stepped }: RealmOutlook): number {
  return known.objectsById.size + stepped.size
}
