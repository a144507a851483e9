import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import type { WorkFigures } from '#app/queue/unqueued_work'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import type { ValuationCut } from '../extension/valuator.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { RealmTail, type TailCounts, type TailFollower, type TailLimits } from './realm_tail.ts'
import { JournalCuts } from '../storage/journal_cuts.ts'

export interface Following {
  /**
   * Calls `read` between two changes, with the newest cut. What it reads holds everything up to the
   * cut's sequence, and the follower is told every later entry as a change.
   */
  visit<Result>(read: (cut: ValuationCut) => Promise<Result>): Promise<Result>
  stop(): void
}

/** The name under which a realm's wakes are published. */
export function journalWake(realmId: string): string {
  return `realm:${realmId}`
}

/**
 * Follows the journals of the realms that a connection of this process listens to. It reads the
 * journal itself, so that no change is lost or told twice, whichever process posted it and whatever
 * became of Redis; a wake only says that it is time to read.
 */
@singleton()
export class JournalTail {
  #realms = new Map<string, RealmTail>()
  #poll: NodeJS.Timeout | null = null
  #counts: TailCounts = { entries: 0, failures: 0 }

  constructor(
    private cuts: JournalCuts,
    private database: Database,
    private wakes: Wakes,
    private log: Logger,
    private limits: TailLimits = LEDGER_LIMITS
  ) {}

  follow(realmId: string, follower: TailFollower): Following {
    const tail = this.#realms.get(realmId) ?? this.#open(realmId)
    tail.add(follower)
    return {
      visit: (read) => tail.visit(read),
      stop: () => {
        tail.remove(follower)
        if (tail.size === 0) this.#close(realmId, tail)
      },
    }
  }

  /** The fan-out of this process. A change whose wake was lost waits unseen for a second at most. */
  figures(): WorkFigures {
    const waits = [...this.#realms.values()].flatMap(({ waitsMs }) => waitsMs ?? [])
    return {
      waiting: waits.length,
      oldestSeconds: Math.max(0, ...waits) / 1000,
      done: this.#counts.entries,
      failed: this.#counts.failures,
    }
  }

  #open(realmId: string): RealmTail {
    const tail = new RealmTail(realmId, this.cuts, this.log, this.limits, this.#counts)
    tail.unlisten = this.wakes.listen(journalWake(realmId), () => tail.wake())
    this.#realms.set(realmId, tail)
    this.#poll ??= setInterval(() => void this.#look(), LIMITS.realtimePollMs).unref()
    return tail
  }

  #close(realmId: string, tail: RealmTail) {
    if (this.#realms.get(realmId) !== tail) return
    tail.close()
    this.#realms.delete(realmId)
    if (this.#realms.size > 0 || !this.#poll) return
    clearInterval(this.#poll)
    this.#poll = null
  }

  /** Finds changes whose wakes were lost, in one statement for all realms. */
  async #look(): Promise<void> {
    try {
      const heads = await this.database.read<{ realm_id: string; seq: string | number }>(
        'SELECT realm_id, seq FROM realm_heads WHERE realm_id IN (?)',
        [[...this.#realms.keys()]]
      )
      for (const { realm_id: realmId, seq } of heads) {
        this.#realms.get(realmId)?.wakeUpTo(Number(seq))
      }
    } catch (error) {
      this.log.warn({ err: error }, 'the journals could not be looked at; trying again')
    }
  }
}
