import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { ChainUnreachable, WrongChain } from '../chain/errors.ts'
import { balanceSheet, type BalanceSheet } from '../core/balance_sheet.ts'
import { SheetCutReader, type SheetCut } from '../storage/sheet_cut_reader.ts'
import { inTime } from './in_time.ts'
import { measurePool, type Measured } from './measure_pool.ts'
import { CustodyChain } from './custody_chain.ts'

export interface MeasuredSheet {
  sheet: BalanceSheet
  /** The block the pool was read at; null when it was not. */
  block: number | null
  finalSeq: number
  journalSeq: number
  /** Whether pool and projection stood at the same event: only then a difference means something. */
  comparable: boolean
}

/** How often a realm is measured at most: a busy pool moves on while it is read. */
const LOOKS = 6
const PAUSE_MS = 100

/** Reads a realm's balance sheet: journal and projection at one moment, the pool at the block both follow. */
@singleton()
export class ReadBalanceSheet {
  constructor(
    private chain: CustodyChain,
    private cuts: SheetCutReader,
    private log: Logger
  ) {}

  /** Without a chain, a node that answers in time or a pool on it, what the ledger owes is all there is. */
  async run(realmId: string): Promise<BalanceSheet> {
    const { sheet } = await this.measure(realmId)
    return sheet
  }

  async measure(realmId: string): Promise<MeasuredSheet> {
    let best: MeasuredSheet | null = null
    for (let look = 1; look <= LOOKS; look++) {
      if (look > 1) await delay(PAUSE_MS * look)
      const cut = await this.cuts.read(realmId)
      const measured = await this.#pool(realmId, cut)
      best = sheetOf(cut, measured)
      if (measured !== 'moved' && (measured === null || measured.followed)) return best
    }
    return best!
  }

  /** `moved`: the block is not there as the cut knows it; null: no chain to ask. */
  async #pool(realmId: string, { pool }: SheetCut): Promise<Measured | 'moved' | null> {
    if (!this.chain.configured || !pool) return null
    const { gateway, plan } = this.chain
    try {
      return (await inTime(measurePool(gateway, plan.lens, pool))) ?? 'moved'
    } catch (error) {
      if (!(error instanceof ChainUnreachable) && !(error instanceof WrongChain)) throw error
      this.log.warn({ realmId, reason: error.message }, 'balance sheet without the chain')
      return null
    }
  }
}

function sheetOf({ ledger, pool }: SheetCut, measured: Measured | 'moved' | null): MeasuredSheet {
  const { chain, followed } =
    measured === null || measured === 'moved' ? { chain: null, followed: false } : measured
  const sheet = balanceSheet({
    ledger,
    chain,
    unbooked: pool?.unbooked ?? new Map(),
    projection: pool?.projection ?? null,
    house: pool?.house ?? null,
  })
  const block = chain ? (pool?.block ?? null) : null
  const { finalSeq = 0, journalSeq = 0 } = pool ?? {}
  return { sheet, block, finalSeq, journalSeq, comparable: followed }
}
