import type { Clock } from '#app/clock/clock'
import { failpoint } from '#app/failpoints/failpoint'
import type { Database, SqlSession } from '#app/storage/database'
import { closeTime, entriesAt, netChanges, nextCommit } from '#modules/ledger/index'
import { endOf, stepWidth, type StoredWidth } from '../core/resolutions.ts'
import {
  keepChanges,
  keepMarks,
  lockSeal,
  openSeal,
  saveSeal,
  sealsOf,
  type Seal,
} from '../storage/history_store.ts'
import type { JournalWorth } from './journal_worth.ts'

const POSITION = 'PERP:'
const MICROS = 1_000_000
const MINUTE = 60
const DAY = 86_400
/** Prices of a moment may be written a little after it. */
const SETTLING_SECONDS = 2
/** Stored buckets outlive their resolution by so much: a late seal and the trimmer never meet. */
export const SPARE_DAYS = 1
/** Steps of one realm in one run: the others have their turn. */
const STEPS = 2000

interface Step {
  width: StoredWidth
  end: number
}

/**
 * Seals the buckets of one realm that are over, oldest first: what each balance changed by, and the
 * marks of the markets somebody held a position in. Every step is one transaction with the seal
 * locked, so that it is stored once whoever runs it, and however often.
 */
export class SealRealm {
  constructor(
    private database: Database,
    private clock: Clock,
    private worth: JournalWorth
  ) {}

  /** @returns how many buckets were stored */
  async run(realmId: string): Promise<number> {
    const nowSeconds = Math.floor(this.clock.nowMs() / 1000)
    const target = Math.floor((nowSeconds - SETTLING_SECONDS) / MINUTE) * MINUTE
    await closeTime(this.database, realmId, target * MICROS)
    await this.#open(realmId)
    for (let stored = 0; ; stored++) {
      const went = stored < STEPS && (await this.#step(realmId, target, nowSeconds))
      if (!went) return stored
    }
  }

  async #open(realmId: string): Promise<void> {
    if ((await sealsOf(this.database, [realmId])).length > 0) return
    const first = await nextCommit(this.database, realmId, 0)
    // A whole day, so that every stored width has a bucket that begins there.
    if (first !== null) await openSeal(this.database, realmId, endOf(first, DAY) - DAY)
  }

  /** @returns whether there may be more to do */
  async #step(realmId: string, target: number, nowSeconds: number): Promise<boolean> {
    return this.database.transaction(async (session) => {
      const seal = await lockSeal(session, realmId)
      if (!seal || seal.sealedSeconds >= target) return false
      const step = await this.#nextStep(session, seal, { target, nowSeconds })
      if (!step) {
        await saveSeal(session, { ...seal, sealedSeconds: target })
        return false
      }
      await this.#store(session, seal, step)
      await failpoint('history.sealed')
      return true
    })
  }

  /** @returns null when nothing happened up to the target, and no price is needed */
  async #nextStep(
    session: SqlSession,
    { realmId, sealedSeconds, holders }: Seal,
    { target, nowSeconds }: { target: number; nowSeconds: number }
  ): Promise<Step | null> {
    if (holders.size > 0) {
      const width = stepWidth(sealedSeconds, nowSeconds, SPARE_DAYS)
      return { width, end: Math.min(target, (Math.floor(sealedSeconds / width) + 1) * width) }
    }
    const next = await nextCommit(session, realmId, sealedSeconds * MICROS)
    if (next === null || next > target * MICROS) return null
    const width = stepWidth(Math.floor(next / MICROS), nowSeconds, SPARE_DAYS)
    return { width, end: Math.min(target, endOf(next, width)) }
  }

  async #store(session: SqlSession, seal: Seal, step: Step): Promise<void> {
    const { realmId } = seal
    const moment = step.end * MICROS
    const [seq = 0] = await entriesAt(session, realmId, [moment])
    const changes = await netChanges(session, realmId, { after: seal.seq, upTo: seq })
    await keepChanges(session, realmId, step, changes)
    const holders = new Map(seal.holders)
    for (const { denomination, before, after } of changes) {
      if (!denomination.startsWith(POSITION)) continue
      const by = Number(after !== 0n) - Number(before !== 0n)
      count(holders, denomination.slice(POSITION.length), by)
    }
    if (holders.size > 0) {
      const [known] = await this.worth.marksAt(realmId, [moment])
      const marks = [...holders.keys()].map(
        (market) => [market, known?.get(market) ?? null] as const
      )
      await keepMarks(session, realmId, step, new Map(marks))
    }
    await saveSeal(session, { realmId, sealedSeconds: step.end, seq, holders })
  }
}

function count(holders: Map<string, number>, market: string, by: number) {
  const holding = (holders.get(market) ?? 0) + by
  if (holding === 0) holders.delete(market)
  else holders.set(market, holding)
}
