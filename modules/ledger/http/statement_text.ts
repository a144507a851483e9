import { stringify } from 'csv-stringify/sync'
import { formatUsd } from '#app/money/usd'
import type { Statement, StatementLine } from '../services/read_statement.ts'

const COLUMNS = [
  'at',
  'type',
  'operationId',
  'operationPath',
  'counterpartyPath',
  'reference',
  'paymentReference',
  'amount',
  'fee',
  'balance',
] as const

type Row = Partial<Record<(typeof COLUMNS)[number], string | null>>

/** Negative amounts begin as a formula does, and are none. */
const MONEY = new Set<unknown>(['amount', 'fee', 'balance'])

function presentLine({ amount, fee, balance, ...line }: StatementLine) {
  return {
    ...line,
    amount: formatUsd(amount),
    fee: formatUsd(fee),
    balance: formatUsd(balance),
  }
}

/** The answer in its envelope, made while the lines are read. */
export async function* statementJson(statement: Statement): AsyncGenerator<string> {
  const { pages, openingBalance, closingBalance, ...rest } = statement
  const head = JSON.stringify({ ...rest, openingBalance: formatUsd(openingBalance) })
  yield `{"success":true,"data":${head.slice(0, -1)},"lines":[`
  let separator = ''
  for await (const lines of pages) {
    yield separator + JSON.stringify(lines.map(presentLine)).slice(1, -1)
    separator = ','
  }
  yield `],"closingBalance":${JSON.stringify(formatUsd(closingBalance))}}}`
}

/**
 * One row a line, between a row of the opening and one of the closing balance: a file that was cut
 * off has no last row. Of a period that is not over the last balance is no closing one.
 */
export async function* statementCsv(statement: Statement): AsyncGenerator<string> {
  const { from, to, isInterim, pages, openingBalance, closingBalance } = statement
  yield csv([{ at: from, type: 'opening_balance', balance: formatUsd(openingBalance) }], true)
  for await (const lines of pages) yield csv(lines.map(presentLine))
  const type = isInterim ? 'interim_balance' : 'closing_balance'
  yield csv([{ at: to, type, balance: formatUsd(closingBalance) }])
}

/** Texts that a spreadsheet would execute get an apostrophe in front. */
function csv(rows: readonly Row[], header = false): string {
  return stringify([...rows], {
    columns: [...COLUMNS],
    header,
    escape_formulas: true,
    cast: {
      string: (value, { column }) =>
        MONEY.has(column) ? { value, escape_formulas: false } : value,
    },
  })
}
