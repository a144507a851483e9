import { stringify } from 'csv-stringify/sync'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import { dayText } from '../core/day.ts'
import type { Item } from '../core/match.ts'
import type { Reconciliation } from '../core/reconciliation.ts'

export function presentReconciliation(reconciliation: Reconciliation) {
  const { fromDay, toDay, fileName, fileBytes, fileSha256 } = reconciliation
  const { id, realmId, objectPath, prefix, format, encoding, mapping, rules } = reconciliation
  const { status, lines, items, totalItems, summary, problems, actor } = reconciliation
  return {
    id,
    realmId,
    objectPath,
    prefix,
    format,
    encoding,
    mapping,
    rules,
    from: fromDay === null ? null : dayText(fromDay),
    to: toDay === null ? null : dayText(toDay),
    file: { name: fileName, bytes: fileBytes, sha256: fileSha256 },
    status,
    progress: { lines, items, totalItems },
    summary,
    problems,
    actor,
    createdAt: toRfc3339(reconciliation.createdAt),
    endedAt: reconciliation.endedAt === null ? null : toRfc3339(reconciliation.endedAt),
  }
}

export function presentItem({ line, entry, ...item }: Item) {
  return {
    ...item,
    difference: line && entry ? formatUsd(line.amount - entry.amount) : null,
    line: line && {
      row: line.row,
      date: dayText(line.day),
      amount: formatUsd(line.amount),
      references: line.references,
      text: line.text,
    },
    entry: entry && {
      at: toRfc3339(entry.at),
      type: entry.type,
      operationId: entry.operationId,
      operationPath: entry.operationPath,
      reference: entry.reference,
      amount: formatUsd(entry.amount),
    },
  }
}

const COLUMNS = [
  'number',
  'state',
  'rule',
  'lineRow',
  'lineDate',
  'lineAmount',
  'lineReferences',
  'lineText',
  'entryAt',
  'entryType',
  'operationId',
  'operationPath',
  'entryReference',
  'entryAmount',
  'difference',
  'suggestion',
] as const

/** Negative amounts begin as a formula does, and are none. */
const MONEY = new Set<unknown>(['lineAmount', 'entryAmount', 'difference'])

/** Texts that a spreadsheet would execute get an apostrophe in front: payers choose some of them. */
export async function* itemsCsv(pages: AsyncIterable<Item[]>): AsyncGenerator<string> {
  yield csv([], true)
  for await (const items of pages) yield csv(items.map(csvRow))
}

function csvRow(item: Item) {
  const { number, state, rule, difference, suggestion, line, entry } = presentItem(item)
  return {
    number,
    state,
    rule,
    lineRow: line?.row,
    lineDate: line?.date,
    lineAmount: line?.amount,
    lineReferences: line?.references.join(' '),
    lineText: line?.text,
    entryAt: entry?.at,
    entryType: entry?.type,
    operationId: entry?.operationId,
    operationPath: entry?.operationPath,
    entryReference: entry?.reference,
    entryAmount: entry?.amount,
    difference,
    suggestion,
  }
}

function csv(rows: object[], header = false): string {
  return stringify(rows, {
    columns: [...COLUMNS],
    header,
    escape_formulas: true,
    cast: {
      string: (value, { column }) =>
        MONEY.has(column) ? { value, escape_formulas: false } : value,
    },
  })
}
