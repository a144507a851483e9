import { RealmReader } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { JobResult } from '#app/queue/job'
import { Database } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { dayOfMicros, dayText } from '../core/day.ts'
import { isProblem, type FileLine, type LineProblem } from '../core/file_line.ts'
import { compare, type Item } from '../core/match.ts'
import { readLines } from '../core/read_lines.ts'
import type { Reconciliation } from '../core/reconciliation.ts'
import { summarize } from '../core/summary.ts'
import { failpoint } from '../failpoints.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'
import { FileStore } from '../storage/file_store.ts'
import { ItemStore } from '../storage/item_store.ts'
import { ReconciliationStore, type Turn } from '../storage/reconciliation_store.ts'
import { BookEntries } from './book_entries.ts'
import { TellReconciliation } from './tell_reconciliation.ts'

/** The turn is over: somebody has cancelled it, or another worker has it. */
class TurnLost extends Error {}

/**
 * Compares one file with the books. It may run again, and in a worker that follows a dead one: file,
 * books and rules are the same, so the items are, and it goes on after those that are written.
 */
@singleton()
export class RunReconciliation {
  constructor(
    private reconciliations: ReconciliationStore,
    private files: FileStore,
    private items: ItemStore,
    private books: BookEntries,
    private realms: RealmReader,
    private tell: TellReconciliation,
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns `again` while another worker has it */
  async run(id: string): Promise<JobResult> {
    const turn = { id, lease: newId('job') }
    if (!(await this.reconciliations.take(id, turn.lease))) return this.#leftOver(id)
    try {
      await this.#compare(turn, (await this.reconciliations.byId(id))!)
      return 'done'
    } catch (error) {
      const left = await this.#leftOver(id)
      // Whoever has ended it has removed its file, which may have been read only by half.
      if (error instanceof TurnLost || left === 'done') return left
      throw error
    } finally {
      await this.reconciliations.release(turn)
    }
  }

  async #leftOver(id: string): Promise<JobResult> {
    return (await this.reconciliations.byId(id))?.status === 'running' ? 'again' : 'done'
  }

  async #compare(turn: Turn, reconciliation: Reconciliation): Promise<void> {
    if (!(await this.realms.byId(reconciliation.realmId))) {
      return this.#fail(turn, reconciliation, [whole('The realm was closed')])
    }
    const { lines, problems } = await this.#read(turn, reconciliation)
    if (problems.length > 0) return this.#fail(turn, reconciliation, problems)
    const period = periodOf(reconciliation, lines)
    if (period === null) {
      const message = 'The file has no lines, and neither from nor to says which days it is about'
      return this.#fail(turn, reconciliation, [whole(message)])
    }
    const reach = Math.max(...reconciliation.rules.map(({ days }) => days))
    const span = { from: period.from - reach, to: period.to + reach }
    const entries = await this.books.run(reconciliation, span, () => this.#keep(turn, {}))
    if (entries === null) {
      const message = `The books have more than ${RECONCILIATION_LIMITS.entries} changes in these days; compare fewer at a time`
      return this.#fail(turn, reconciliation, [whole(message)])
    }
    const items = compare({ lines, entries, rules: reconciliation.rules, ...period })
    await this.#keep(turn, {
      fromDay: period.from,
      toDay: period.to,
      totalItems: items.length,
    })
    await this.#write(turn, items.slice(reconciliation.items))
    await this.#complete(turn, reconciliation, items)
  }

  /** Reads all lines, or the first problems. */
  async #read(turn: Turn, { id, format, mapping, encoding, createdAt }: Reconciliation) {
    const lines: FileLine[] = []
    const problems: LineProblem[] = []
    // Where it is tomorrow already, a file may have tomorrow's date.
    const lastDay = dayOfMicros(createdAt) + 1
    for await (const found of readLines(format, mapping, this.files.slices(id, encoding))) {
      if (isProblem(found)) problems.push(found)
      else if (found.day > lastDay) {
        const message = `The date ${dayText(found.day)} lies in the future`
        problems.push({ row: found.row, field: 'date', message })
      } else lines.push(found)
      if (lines.length > RECONCILIATION_LIMITS.lines) {
        problems.push(whole(`The file has more than ${RECONCILIATION_LIMITS.lines} lines`))
      }
      if (problems.length >= RECONCILIATION_LIMITS.problems) break
      if (lines.length > RECONCILIATION_LIMITS.lines) break
      if (lines.length % RECONCILIATION_LIMITS.batch === 0) {
        await this.#keep(turn, { lines: lines.length })
      }
    }
    await this.#keep(turn, { lines: lines.length })
    return { lines, problems }
  }

  async #write(turn: Turn, items: readonly Item[]) {
    for (const some of inParts(items, RECONCILIATION_LIMITS.batch)) {
      await this.database.transaction(async (session) => {
        const changes = { items: some.at(-1)!.number }
        if (!(await this.reconciliations.keep(session, turn, changes))) throw new TurnLost()
        await this.items.add(session, turn.id, some)
      })
      await failpoint('reconciliation.written')
    }
  }

  async #complete(turn: Turn, reconciliation: Reconciliation, items: readonly Item[]) {
    await failpoint('reconciliation.compared')
    const summary = summarize(items)
    await this.tell.completed(reconciliation, summary)
    await this.#end(turn, { status: 'completed', summary })
  }

  async #fail(turn: Turn, reconciliation: Reconciliation, problems: readonly LineProblem[]) {
    await this.#keep(turn, {})
    await this.tell.failed(reconciliation, problems[0]!.message)
    await this.#end(turn, { status: 'failed', problems })
  }

  async #end(turn: Turn, changes: Partial<Reconciliation>) {
    await this.database.transaction(async (session) => {
      const endedAt = this.clock.nowMicros()
      if (!(await this.reconciliations.keep(session, turn, { ...changes, endedAt }))) {
        throw new TurnLost()
      }
      await this.files.remove(session, turn.id)
    })
  }

  async #keep(turn: Turn, changes: Partial<Reconciliation>): Promise<void> {
    if (!(await this.reconciliations.keep(this.database, turn, changes))) throw new TurnLost()
  }
}

/** The days that the caller has named, or those of the file. */
function periodOf({ fromDay, toDay }: Reconciliation, lines: readonly FileLine[]) {
  const days = lines.map(({ day }) => day)
  const first = days.reduce((least, day) => Math.min(least, day), Infinity)
  const last = days.reduce((most, day) => Math.max(most, day), -Infinity)
  const [from, to] = [fromDay ?? first, toDay ?? last]
  return Number.isFinite(from) && Number.isFinite(to) ? { from, to: Math.max(from, to) } : null
}

function whole(message: string): LineProblem {
  return { row: 1, field: 'file', message }
}
