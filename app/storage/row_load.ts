import { Readable } from 'node:stream'
import type { LoadQuery, SqlValue } from '#app/storage/driver'

type Rows = readonly (readonly SqlValue[])[]

/** Rows that the server reads as data behind a statement, so that it need not parse them as SQL. */
export interface RowsLoad {
  sql: string
  data: Buffer
  /** How many there are. */
  rows: number
}

interface LoadResult {
  affectedRows: number
  warningStatus: number
}

interface Warning {
  Level: string
  Code: number
  Message: string
}

const INTO = /^(\S+) \(([^)]+)\)$/
const SPECIAL = /[\0\t\n\\]/
const ALL_SPECIAL = new RegExp(SPECIAL, 'g')
const ESCAPED: Record<string, string> = { '\0': '\\0', '\t': '\\t', '\n': '\\n', '\\': '\\\\' }

/**
 * LOAD DATA of rows. A column that has one value in all of them is named once.
 *
 * @param escape makes the literal of such a value
 * @returns null when a value cannot be written in this form: only texts, whole numbers and null can
 */
export function loadOf(
  { into, rows }: { into: string; rows: Rows },
  escape: (value: SqlValue) => string
): RowsLoad | null {
  const [, table, list] = INTO.exec(into)!
  const columns = list!.split(',').map((column) => column.trim())
  const differing = columns.flatMap((_, at) => (isConstant(rows, at) ? [] : [at]))
  // A row has to have something that ends it.
  const sent = differing.length > 0 ? differing : [0]
  let text = ''
  for (const row of rows) {
    let separator = ''
    for (const at of sent) {
      const field = fieldOf(row[at]!)
      if (field === null) return null
      text += separator
      text += field
      separator = '\t'
    }
    text += '\n'
  }
  const constants = columns.flatMap((column, at) =>
    sent.includes(at) ? [] : [`${column} = ${escape(rows[0]![at]!)}`]
  )
  const named = sent.map((at) => columns[at]!).join(', ')
  const set = constants.length > 0 ? ` SET ${constants.join(', ')}` : ''
  const data = Buffer.from(text)
  const charset = charsetOf(text, data)
  const sql = `LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${table} CHARACTER SET ${charset} (${named})${set}`
  return { sql, data, rows: rows.length }
}

/**
 * Text of ASCII alone is the same in every character set of a column. Declared as bytes, the server
 * copies it; otherwise it converts each character of an id, whose columns are of ASCII.
 */
function charsetOf(text: string, data: Buffer): 'binary' | 'utf8mb4' {
  return data.length === text.length ? 'binary' : 'utf8mb4'
}

function isConstant(rows: Rows, at: number): boolean {
  const first = rows[0]![at]
  return rows.every((row) => row[at] === first)
}

/** @returns null for what is no text, whole number or NULL */
function fieldOf(value: SqlValue): string | number | bigint | null {
  if (typeof value === 'string') {
    if (!SPECIAL.test(value)) return value
    return value.replaceAll(ALL_SPECIAL, (found) => ESCAPED[found]!)
  }
  if (value === null) return '\\N'
  return typeof value === 'number' || typeof value === 'bigint' ? value : null
}

/**
 * Sends the rows. The server cannot stop a client that sends, so it goes on behind a row that it
 * refuses and only counts it: such a load is made an error here, with the number and the text that
 * an INSERT would have ended with.
 */
export async function loadRows(
  send: (query: LoadQuery | string) => Promise<unknown>,
  { sql, data, rows }: RowsLoad
): Promise<void> {
  const infileStreamFactory = () => Readable.from([data])
  const { affectedRows, warningStatus } = (await send({ sql, infileStreamFactory })) as LoadResult
  if (affectedRows === rows && warningStatus === 0) return
  const warnings = (await send('SHOW WARNINGS')) as Warning[]
  const [worst] = warnings.filter(({ Level: level }) => level !== 'Note')
  // A server that keeps few warnings counts the others all the same.
  const isAllTold = warnings.length >= warningStatus
  if (affectedRows === rows && !worst && isAllTold) return
  const message =
    worst?.Message ?? `Of ${rows} rows ${affectedRows} were stored, ${warningStatus} warnings`
  throw Object.assign(new Error(message), { errno: worst?.Code, sql })
}
