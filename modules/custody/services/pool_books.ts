import { singleton } from '#app/extension/singleton'
import { formatUsd } from '#app/money/usd'
import type { SqlReader } from '#app/storage/database'
import type { BookCheckSource, BookVerdict } from '#modules/ledger/extension/book_check_source'
import { bookedFacts, hasOtherFacts, newestFacts } from '#modules/ledger/index'
import { balanceSheet } from '../core/balance_sheet.ts'
import { FACT_TYPES } from '../core/booked_event.ts'
import type { EventValue } from '../core/pool_event.ts'
import { CUSTODY_LIMITS } from '../limits.ts'
import { SheetCutReader, type SheetCut } from '../storage/sheet_cut_reader.ts'
import { CustodyChain } from './custody_chain.ts'

const TYPES = Object.values(FACT_TYPES)
const PAGE = 2_000
const SHOWN = 10

const ONCE = {
  name: 'pool-facts-are-booked-once',
  promise: 'No event of a pool is the reason of two entries.',
}
const KNOWN = {
  name: 'booked-facts-are-final-events',
  promise: "Every fact of a chain that an entry rests on is a final event of the realm's own pool.",
}
const OWED = {
  name: 'obligations-are-the-replay',
  promise: 'What the journal owes is what the final events of the pool add up to.',
}

const TOLD = {
  name: 'untold-deposits-end',
  promise: 'A live deposit that nobody was told where to pay has ended a day later, or soon after.',
}

/** What custody promises of the ledger's books, out of the database alone. */
@singleton()
export class PoolBooks implements BookCheckSource {
  readonly name = 'custody'

  constructor(
    private chain: CustodyChain,
    private cuts: SheetCutReader
  ) {}

  async realms(session: SqlReader, afterRealmId: string, limit: number): Promise<string[]> {
    if (!this.chain.configured) return []
    const rows = await session.read<{ realm_id: string }>(
      `SELECT realm_id FROM custody_pools
        WHERE state = 'created' AND chain_id = ? AND realm_id > ? ORDER BY realm_id LIMIT ${limit}`,
      [this.chain.chainId, afterRealmId]
    )
    return rows.map((row) => row.realm_id)
  }

  async check(session: SqlReader, realmId: string, budget: number): Promise<BookVerdict[]> {
    if (!this.chain.configured) return []
    const { chainId } = this.chain
    const most = Math.min(budget, 10_000_000)
    const facts = await newestFacts(session, realmId, TYPES, most)
    const refs = facts.map(({ externalRef }) => externalRef)
    const verdicts: BookVerdict[] = [
      { ...ONCE, violations: repeated(refs).map((externalRef) => ({ externalRef })) },
      { ...KNOWN, violations: await strange(session, { chainId, realmId }, refs) },
      { ...TOLD, violations: await untold(session, { chainId, realmId }, most) },
    ]
    const cut = await this.cuts.cut(session, realmId)
    const violations = await this.#owedBeside(session, { realmId, chainId }, cut, budget)
    if (violations) verdicts.push({ ...OWED, violations })
    return verdicts
  }

  /** @returns null where the two say nothing of each other */
  async #owedBeside(
    session: SqlReader,
    at: { realmId: string; chainId: number },
    cut: SheetCut,
    budget: number
  ) {
    // Value that came before there was a chain, or on another rail, has nothing behind it in the pool.
    if (!cut.pool || (await hasOtherFacts(session, at.realmId, TYPES))) return null
    const unbooked = await unbookedCredits(session, at, cut.pool.address, budget)
    if (!unbooked) return null
    const { ledger, pool } = cut
    const sheet = balanceSheet({
      ledger,
      unbooked: pool.unbooked,
      chain: null,
      projection: pool.projection,
    })
    const bookedOf = (hash: string) =>
      (pool.projection.get(hash) ?? 0n) - (unbooked.get(hash) ?? 0n)
    // The house has no accounts outside the default boundary.
    const rows = sheet.boundaries.map(({ boundaryId, obligations, isDefault }, index) => {
      const booked = bookedOf(ledger[index]!.hash) + (isDefault ? bookedOf(pool.house) : 0n)
      return { boundaryId, owed: obligations, booked }
    })
    return rows
      .filter(({ owed, booked }) => owed !== booked)
      .slice(0, SHOWN)
      .map(({ boundaryId, owed, booked }) => ({
        realmId: at.realmId,
        boundaryId,
        owed: formatUsd(owed),
        booked: formatUsd(booked),
      }))
  }
}

function repeated(refs: readonly string[]): string[] {
  const seen = new Set<string>()
  return refs.filter((ref) => seen.size === seen.add(ref).size).slice(0, SHOWN)
}

/** References that name no final event of the realm's pools. */
async function strange(
  session: SqlReader,
  { chainId, realmId }: { chainId: number; realmId: string },
  refs: readonly string[]
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let first = 0; first < refs.length && found.length < SHOWN; first += PAGE) {
    const page = refs.slice(first, first + PAGE).filter((ref) => ref.startsWith(`${chainId}:`))
    if (page.length === 0) continue
    const hashes = [...new Set(page.map((ref) => ref.split(':')[1]!))]
    // A chain that was rebuilt shows an event elsewhere; its outcome keeps where it was booked from.
    const rows = await session.read<{ tx_hash: string; log_index: number }>(
      `SELECT e.tx_hash, e.log_index FROM custody_events e
         JOIN custody_pools p ON p.chain_id = e.chain_id AND p.address = e.pool
        WHERE e.chain_id = ? AND e.tx_hash IN (?) AND e.state = 'final' AND p.realm_id = ?
       UNION
       SELECT o.tx_hash, o.log_index FROM custody_outcomes o
         JOIN custody_pools p ON p.chain_id = o.chain_id AND p.address = o.pool
        WHERE o.chain_id = ? AND o.realm_id = ? AND o.tx_hash IN (?)`,
      [chainId, hashes, realmId, chainId, realmId, hashes]
    )
    const known = new Set(rows.map((row) => `${chainId}:${row.tx_hash}:${row.log_index}`))
    found.push(
      ...page.filter((ref) => !known.has(ref)).map((externalRef) => ({ realmId, externalRef }))
    )
  }
  return found.slice(0, SHOWN)
}

/**
 * Pending deposits without an address that should have failed: nobody asks how far they are. Those of a
 * paper realm wait for a mint, or for the rail of an added module, and may for ever.
 */
async function untold(
  session: SqlReader,
  { chainId, realmId }: { chainId: number; realmId: string },
  most: number
): Promise<Record<string, unknown>[]> {
  // Once the time is over, as long again for the job that ends it.
  const seconds = (2 * CUSTODY_LIMITS.untoldDepositMs) / 1000
  const rows = await session.read<{ id: string }>(
    `SELECT o.id FROM (SELECT id, state, realm_id FROM operations
         WHERE realm_id = ? AND type = 'deposit' AND created_at < UTC_TIMESTAMP(6) - INTERVAL ? SECOND
         ORDER BY created_at DESC LIMIT ${most}) o
      JOIN custody_pools p ON p.realm_id = o.realm_id AND p.paper = 0
      WHERE o.state = 'pending' AND NOT EXISTS (
        SELECT 1 FROM custody_intents i WHERE i.chain_id = ? AND i.operation_id = o.id)
      LIMIT ${SHOWN}`,
    [realmId, seconds, chainId]
  )
  return rows.map(({ id: operationId }) => ({ realmId, operationId }))
}

/**
 * What came in and no entry rests on: paid in by strangers, or about to be booked.
 *
 * @returns by hash of the boundary; null when there are more credits than the budget
 */
async function unbookedCredits(
  session: SqlReader,
  { realmId, chainId }: { realmId: string; chainId: number },
  pool: string,
  budget: number
): Promise<Map<string, bigint> | null> {
  const unbooked = new Map<string, bigint>()
  for (let after = 0, read = 0; ;) {
    const rows = await session.read<{
      seq: number | string
      payload: string
      tx_hash: string
      log_index: number
    }>(
      `SELECT e.seq, e.payload, COALESCE(o.tx_hash, e.tx_hash) AS tx_hash,
              COALESCE(o.log_index, e.log_index) AS log_index
         FROM custody_events e
         LEFT JOIN custody_outcomes o ON o.chain_id = e.chain_id AND o.pool = e.pool
                                     AND o.seq = e.seq
        WHERE e.chain_id = ? AND e.pool = ? AND e.seq > ? AND e.state = 'final'
          AND e.name = 'Credited' ORDER BY e.seq LIMIT ${PAGE}`,
      [chainId, pool, after]
    )
    const credits = rows.map((row) => ({
      args: JSON.parse(row.payload) as Record<string, EventValue>,
      ref: `${chainId}:${row.tx_hash}:${row.log_index}`,
    }))
    const facts = credits.map(({ ref }) => ({ type: FACT_TYPES.Credited!, externalRef: ref }))
    const booked = await bookedFacts(session, realmId, facts)
    for (const { args, ref } of credits) {
      if (booked.has(ref)) continue
      const hash = String(args.boundaryId)
      unbooked.set(hash, (unbooked.get(hash) ?? 0n) + BigInt(String(args.amount)))
    }
    read += rows.length
    if (rows.length < PAGE) return unbooked
    if (read >= budget) return null
    after = Number(rows.at(-1)!.seq)
  }
}
