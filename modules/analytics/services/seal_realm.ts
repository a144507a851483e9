import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { closeTime, entriesAt, netChanges, nextCommit } from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
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
import { JournalWorth } from './journal_worth.ts'

const POSITION = 'PERP:'
const MICROS = 1_000_000
const MINUTE = 60
const DAY = 86_400
/** Prices of a moment may be written this long after it. */
const SETTLING_SECONDS = 2
/**
 * How much longer than their resolution stored buckets live, so that the trimmer never deletes what
 * a late seal needs.
 */
export const SPARE_DAYS = 1
/** Most steps of one realm in one run, so that other realms get their turn. */
const STEPS = 2000
const STEPS_AT_ONCE = 50

interface Step {
  width: StoredWidth
  end: number
}

/** A step at whose end an object held positions in these markets. */
interface PricedStep {
  step: Step
  markets: readonly string[]
}

/**
 * Seals the buckets of one realm that have ended, the oldest first. It stores what each balance
 * changed by, and the marks of the markets in which an object held a position. Steps are stored in
 * transactions with the seal locked, so that each is stored once, whichever and however many
 * processes run.
 */
@singleton()
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
    for (let stored = 0; ;) {
      const steps = await this.#batch(realmId, target, nowSeconds)
      stored += steps
      if (steps < STEPS_AT_ONCE || stored >= STEPS) return stored
    }
  }

  async #open(realmId: string): Promise<void> {
    if ((await sealsOf(this.database, [realmId])).length > 0) return
    const first = await nextCommit(this.database, realmId, 0)
    // A whole day, so that a bucket of every stored width begins there.
    if (first !== null) await openSeal(this.database, realmId, endOf(first, DAY) - DAY)
  }

  /** @returns how many steps it took; fewer than the limit when there is no more to do */
  async #batch(realmId: string, target: number, nowSeconds: number): Promise<number> {
    return this.database.transaction(async (session) => {
      let seal = await lockSeal(session, realmId)
      if (!seal || seal.sealedSeconds >= target) return 0
      const priced: PricedStep[] = []
      let next = await nextCommit(session, realmId, seal.sealedSeconds * MICROS)
      let steps = 0
      while (steps < STEPS_AT_ONCE && seal.sealedSeconds < target) {
        const step = nextStep(seal, next, { target, nowSeconds })
        if (!step) {
          seal = { ...seal, sealedSeconds: target }
          break
        }
        if (next !== null && next <= step.end * MICROS) {
          seal = await this.#store(session, seal, step)
          next = await nextCommit(session, realmId, step.end * MICROS)
        } else seal = { ...seal, sealedSeconds: step.end }
        if (seal.holders.size > 0) priced.push({ step, markets: [...seal.holders.keys()] })
        steps++
      }
      await this.#price(session, realmId, priced)
      await saveSeal(session, seal)
      await failpoint('history.sealed')
      return steps
    })
  }

  /** @returns the seal after the step */
  async #store(session: SqlSession, seal: Seal, step: Step): Promise<Seal> {
    const { realmId } = seal
    const [seq = 0] = await entriesAt(session, realmId, [step.end * MICROS])
    const changes = await netChanges(session, realmId, { after: seal.seq, upTo: seq })
    await keepChanges(session, realmId, step, changes)
    const holders = new Map(seal.holders)
    for (const { denomination, before, after } of changes) {
      if (!denomination.startsWith(POSITION)) continue
      const by = Number(after !== 0n) - Number(before !== 0n)
      count(holders, denomination.slice(POSITION.length), by)
    }
    return { realmId, sealedSeconds: step.end, seq, holders }
  }

  async #price(session: SqlSession, realmId: string, priced: readonly PricedStep[]) {
    const moments = priced.map(({ step }) => step.end * MICROS)
    const known = await this.worth.marksAt(realmId, moments)
    const marks = priced.flatMap(({ step, markets }, index) =>
      markets.map((market) => ({ step, market, mark: known[index]?.get(market) ?? null }))
    )
    await keepMarks(session, realmId, marks)
  }
}

/**
 * While an object holds a position every bucket gets marks; otherwise only buckets in which
 * something was committed are stored.
 *
 * @param next when the next group was committed
 * @returns null when there is nothing to store up to the target
 */
function nextStep(
  { sealedSeconds, holders }: Seal,
  next: Micros | null,
  { target, nowSeconds }: { target: number; nowSeconds: number }
): Step | null {
  if (holders.size > 0) {
    const width = stepWidth(sealedSeconds, nowSeconds, SPARE_DAYS)
    return { width, end: Math.min(target, (Math.floor(sealedSeconds / width) + 1) * width) }
  }
  if (next === null || next > target * MICROS) return null
  const width = stepWidth(Math.floor(next / MICROS), nowSeconds, SPARE_DAYS)
  return { width, end: Math.min(target, endOf(next, width)) }
}

function count(holders: Map<string, number>, market: string, by: number) {
  const holding = (holders.get(market) ?? 0) + by
  if (holding === 0) holders.delete(market)
  else holders.set(market, holding)
}
