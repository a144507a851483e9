import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { HaltStore } from '../storage/halt_store.ts'
import { ExpectedTokens } from '../storage/expected_tokens.ts'
import type { PoolStore } from '../storage/pool_store.ts'
import { SheetCutReader } from '../storage/sheet_cut_reader.ts'
import { SheetStore } from '../storage/sheet_store.ts'
import type { CustodyChain } from './custody_chain.ts'
import { FollowHalts } from './follow_halts.ts'
import type { HaltRecords } from './halt_records.ts'
import { NoteHalts } from './note_halts.ts'
import { ReadBalanceSheet } from './read_balance_sheet.ts'
import { RealmHalts } from './realm_halts.ts'
import { TokenOfPool } from './token_of_pool.ts'
import { WatchBalanceSheets } from './watch_balance_sheets.ts'
import { WatchTokens } from './watch_tokens.ts'

/** What tells whether realms hold what they owe, and stops those that do not; also without a chain. */
export interface BookParts {
  records: HaltRecords
  halts: RealmHalts
  haltStore: HaltStore
  cuts: SheetCutReader
  readSheet: ReadBalanceSheet
}

/** Its part that needs a chain. */
export interface SheetParts {
  store: SheetStore
  watch: WatchBalanceSheets
  follow: FollowHalts
  consumer: NoteHalts
}

export function bookParts(
  chain: CustodyChain | null,
  database: Database,
  clock: Clock,
  log: Logger,
  records: HaltRecords
): BookParts {
  const chainId = chain?.settings.chainId ?? null
  const haltStore = new HaltStore(database, clock)
  const cuts = new SheetCutReader(database, chain?.gateway ?? null, clock)
  return {
    haltStore,
    cuts,
    records,
    halts: new RealmHalts(haltStore, database, chainId, records, log),
    readSheet: new ReadBalanceSheet(chain, cuts, log),
  }
}

export function sheetParts(
  chain: CustodyChain,
  { halts, haltStore, readSheet, records }: BookParts,
  pools: PoolStore,
  database: Database,
  clock: Clock,
  log: Logger
): SheetParts {
  const { chainId, developmentChain } = chain.settings
  const store = new SheetStore(database, clock, chainId)
  const keepsHistory = !developmentChain
  const expected = new ExpectedTokens(database, chainId)
  const tokens = new WatchTokens(chain.gateway, expected, new TokenOfPool(chain))
  return {
    store,
    watch: new WatchBalanceSheets({
      chainId,
      sheets: store,
      tokens,
      read: readSheet,
      halts,
      haltStore,
      keepsHistory,
      log,
    }),
    follow: new FollowHalts(chain, pools, haltStore, log),
    consumer: new NoteHalts(haltStore, records),
  }
}
