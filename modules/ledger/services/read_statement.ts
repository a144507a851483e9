import { AccessControl } from '#app/extension/access_control'
import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { ModuleHost } from '#app/extension/module_host'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { checkRange, fromInFuture } from '#app/http/time_range'
import { Database } from '#app/storage/database'
import type { Atoms } from '#app/money/usd'
import { LEDGER_LIMITS } from '../limits.ts'
import { assert } from '../core/assert.ts'
import type { EntryFee } from '../core/crossing.ts'
import { USD } from '../core/terms.ts'
import { pathGate } from './operation_access.ts'
import { ReadObject } from './read_object.ts'
import { JournalCuts } from '../storage/journal_cuts.ts'
import { lastSeq } from '../storage/journal_scope.ts'
import {
  balanceAtEntry,
  feesOfEntries,
  readStatementLegs,
  referencesOfEntries,
  type StatementAccount,
  type StatementLeg,
} from '../storage/statement_reader.ts'

/** What one entry of the journal did to the account. */
export interface StatementLine {
  /** RFC 3339. */
  at: string
  operationId: string | null
  operationPath: string | null
  type: string
  counterpartyPath: string | null
  reference: string | null
  /** By which builder and payer know the payment. */
  paymentReference: string | null
  /** Signed: negative leaves the account. */
  amount: Atoms
  /** The part of what left the account that was a fee. */
  fee: Atoms
  balance: Atoms
}

export interface Statement {
  realmId: string
  objectId: string
  objectPath: string
  denomination: string
  /** RFC 3339; null is the beginning. */
  from: string | null
  /** Where it ends, never later than the moment at which it was read. */
  to: string
  /** Whether the asked period was not over then, so that more lines may follow in it. */
  isInterim: boolean
  openingBalance: Atoms
  /** Pages of lines, oldest first. Reading them fails when they do not lead to the closing balance. */
  pages: AsyncIterable<StatementLine[]>
  closingBalance: Atoms
}

export interface StatementQuery {
  id: string
  realmId?: string
  /** `from` and `to` are both inclusive. */
  from?: Micros
  to?: Micros
}

/**
 * Reads what moved the cash of one object, line by line, between two balances. The entries up to a
 * closed moment never change, so the pages need no common snapshot: a reader who takes an hour holds
 * no connection meanwhile.
 */
@singleton()
export class ReadStatement {
  constructor(
    private objects: ReadObject,
    private cuts: JournalCuts,
    private database: Database,
    private access: AccessControl,
    private modules: ModuleHost
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN, VALIDATION_ERROR */
  async run(principal: Principal, { from, to, ...address }: StatementQuery): Promise<Statement> {
    const object = await this.objects.find(principal, address, 'svc:ReadDelta')
    checkRange({ from, to })
    const account = { realmId: object.realm_id, objectId: object.id, denomination: USD }
    const { realmId } = account
    const read = await this.cuts.asOf(realmId, to ?? Infinity, async ({ session, seq, asOf }) => {
      if (from !== undefined && from > asOf) throw fromInFuture()
      const before = from === undefined ? 0 : await lastSeq(session, realmId, '<', from)
      // A statement that begins after the newest entry opens with the newest balance.
      const above = Math.min(before, seq)
      const opening = await balanceAtEntry(session, account, above)
      const closing = await balanceAtEntry(session, account, seq)
      return { asOf, above, seq, opening, closing }
    })
    return {
      realmId,
      objectId: object.id,
      objectPath: object.path,
      denomination: USD,
      from: from === undefined ? null : toRfc3339(from),
      to: toRfc3339(read.asOf),
      isInterim: to !== undefined && to > read.asOf,
      openingBalance: read.opening,
      closingBalance: read.closing,
      pages: this.#proven(principal, account, read),
    }
  }

  /** The pages, each line proven against the one before, and the last one against the closing balance. */
  async *#proven(
    principal: Principal,
    account: StatementAccount,
    { above, seq, opening, closing }: { above: number; seq: number; opening: Atoms; closing: Atoms }
  ): AsyncGenerator<StatementLine[]> {
    let balance = opening
    for await (const entries of this.#entries(account, above, seq)) {
      const lines = await this.#lines(principal, account, entries)
      for (const line of lines) {
        balance += line.amount
        assert(balance === line.balance, 'a line leads from the balance before it to its own')
      }
      yield lines
    }
    assert(balance === closing, 'the lines of a statement lead to its closing balance')
  }

  /** The legs of the account, a page of whole entries at a time. */
  async *#entries(account: StatementAccount, above: number, upTo: number) {
    const limit = LEDGER_LIMITS.statementPage
    let after = { seq: above, legNo: Number.MAX_SAFE_INTEGER }
    let rest: StatementLeg[] = []
    for (let isLast = false; !isLast;) {
      const read = await readStatementLegs(this.database, account, { after, upTo, limit })
      isLast = read.length < limit
      const legs = [...rest, ...read]
      // The newest entry may go on in the next page.
      const newest = isLast ? undefined : legs.at(-1)!.seq
      rest = legs.filter(({ seq }) => seq === newest)
      after = read.at(-1) ?? after
      const entries = Map.groupBy(legs.slice(0, legs.length - rest.length), ({ seq }) => seq)
      if (entries.size > 0) yield entries
    }
  }

  async #lines(
    principal: Principal,
    account: StatementAccount,
    entries: ReadonlyMap<number, StatementLeg[]>
  ): Promise<StatementLine[]> {
    const seqs = [...entries.keys()]
    const fees = await feesOfEntries(this.database, account, seqs)
    const references = await referencesOfEntries(this.database, account, seqs)
    const known = await this.#paymentReferences(entries)
    const mayOperation = pathGate(this.access, principal, 'svc:ReadOperation')
    return [...entries.values()].map((legs): StatementLine => {
      const last = legs.at(-1)!
      const { seq, at, type, isMany, operationId, sourcePath, targetPath, operationPath } = last
      const pays = last.sourceObjectId === account.objectId
      const fee = fees.get(seq)
      const seen = mayOperation([operationPath, sourcePath, targetPath])
      return {
        at,
        operationId,
        operationPath: seen ? operationPath : null,
        type,
        counterpartyPath: seen && !isMany ? (pays ? targetPath : sourcePath) : null,
        reference: seen ? (references.get(seq) ?? null) : null,
        paymentReference: (seen && operationId && known.get(operationId)) || null,
        amount: legs.reduce((sum, leg) => sum + leg.amount, 0n),
        fee: isMany ? partOfFee(fee, legs) : pays ? (fee?.amount ?? 0n) : 0n,
        balance: last.balanceAfter,
      }
    })
  }

  /** By id of the operation. */
  async #paymentReferences(entries: ReadonlyMap<number, StatementLeg[]>) {
    const ids = [...entries.values()].flatMap(([leg]) => leg!.operationId ?? [])
    const sources = this.modules.contributions('paymentReferences')
    const found = await Promise.all(sources.map((source) => source.ofOperations([...new Set(ids)])))
    return new Map(found.flatMap((references) => [...references]))
  }
}

/** Each move of a posting pays the same fee. */
function partOfFee(fee: EntryFee | undefined, legs: readonly StatementLeg[]): Atoms {
  const own = legs.filter(({ amount }) => amount < 0n).length
  return fee ? (fee.amount * BigInt(own)) / BigInt(fee.moves) : 0n
}
