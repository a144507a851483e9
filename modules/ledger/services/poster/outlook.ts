import { emptyState, takeOver, type RealmState } from '../../core/state.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import type { DecidedGroup } from './decide_group.ts'

/**
 * What the next transfers of a realm will find if the newest group that this process has decided is
 * its head: the objects and balances that this group and the ones before it have looked at. They
 * change only with the head.
 */
export class Outlook {
  private constructor(
    readonly known: RealmState,
    /** The newest group. */
    readonly follows: JournalGroup,
    /** How many entries it has. */
    readonly entries: number,
    /** When the oldest of what is known was read, in milliseconds of this process. */
    private since: number
  ) {}

  get realmId(): string {
    return this.known.realmId
  }

  /**
   * Whether it may still be used. Everything is read again now and then, so that it stays small,
   * and what an operator has repaired by hand is seen.
   */
  get isFresh(): boolean {
    const age = performance.now() - this.since
    return (
      age < LEDGER_LIMITS.outlookMs && this.known.objectsById.size < LEDGER_LIMITS.outlookObjects
    )
  }

  /** After a group of transfers of one realm that was loaded under its lock. */
  static after(group: DecidedGroup, realmId: string): Outlook {
    const known = emptyState(realmId, null)
    return Outlook.#behind(group, known, performance.now())
  }

  /** After a group that was foreseen; null when that was on another outlook. */
  moved(group: DecidedGroup & { follows: JournalGroup }): Outlook | null {
    if (group.follows.hash !== this.follows.hash) return null
    if (group.entries.length === 0) return this
    return Outlook.#behind(group, this.known, this.since)
  }

  static #behind(group: DecidedGroup, known: RealmState, since: number): Outlook {
    takeOver(known, group.states.get(known.realmId)!)
    return new Outlook(known, group.groups()[0]!, group.entries.length, since)
  }
}
