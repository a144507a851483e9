import { CsvError, parse, type Info, type Parser } from 'csv-parse'
import type { Atoms } from '#app/money/usd'
import { readAmount, type AmountForm } from '../amount.ts'
import { dayOf, type DateFormat } from '../day.ts'
import {
  keptText,
  quoted,
  telling,
  type Found,
  type LineProblem,
  type Slices,
} from '../file_line.ts'
import { RECONCILIATION_LIMITS } from '../../limits.ts'

/** Which column says what, and how. The first record of the file names the columns. */
export interface CsvMapping {
  date: string
  /** Signed; or two columns without signs. */
  amount?: string
  credit?: string
  debit?: string
  reference?: string
  text?: string
  currency?: string
  delimiter?: ',' | ';' | '\t' | '|'
  dateFormat?: DateFormat
  decimal?: AmountForm['decimal']
  group?: AmountForm['group']
  /** A positive amount left the account. */
  inverted?: boolean
}

const COLUMNS = ['date', 'amount', 'credit', 'debit', 'reference', 'text', 'currency'] as const
type Places = Partial<Record<(typeof COLUMNS)[number], number>>

const OTHER_WIDTH = 'The record has more or fewer columns than the first'

/** Names of columns that a problem tells at most. */
const NAMES_TOLD = 20

/** Reads the movements of a CSV file. */
export async function* csvLines(slices: Slices, mapping: CsvMapping): AsyncGenerator<Found> {
  const parser = parse({
    bom: true,
    delimiter: mapping.delimiter ?? ',',
    info: true,
    max_record_size: RECONCILIATION_LIMITS.recordLength,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  void feed(parser, slices)
  let places: Places | null = null
  let width = 0
  try {
    for await (const each of parser) {
      const { record, info } = each as { record: string[]; info: Info }
      if (places !== null) {
        yield record.length === width
          ? lineOf(record, info.lines, places, mapping)
          : { row: info.lines, field: 'file', message: OTHER_WIDTH }
      } else {
        width = record.length
        const found: Places | LineProblem = placesOf(record, mapping)
        if ('message' in found) return yield found
        places = found
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return yield { row: rowOf(error), field: 'file', message: toldError(error) }
  }
  if (places === null) yield { row: 1, field: 'file', message: 'The file is empty' }
}

/** Writes the file into the parser as fast as its records are read; whoever reads them hears of a failure. */
async function feed(parser: Parser, slices: Slices): Promise<void> {
  try {
    for await (const slice of slices) {
      await new Promise<void>((written) => parser.write(slice, () => written()))
      if (parser.destroyed) return
    }
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
  }
}

/** Where each column of the mapping stands. */
function placesOf(header: readonly string[], mapping: CsvMapping): Places | LineProblem {
  const places: Places = {}
  for (const part of COLUMNS) {
    const name = mapping[part]
    if (name === undefined) continue
    const place = header.indexOf(name)
    if (place < 0) {
      const known = header.slice(0, NAMES_TOLD).map((each) => each.slice(0, 64))
      const message = `The file has no column ${name}; its columns are ${known.join(', ')}`
      return { row: 1, field: `mapping.${part}`, message }
    }
    if (header.indexOf(name, place + 1) >= 0) {
      const message = `The file has two columns ${name}, and either may be meant`
      return { row: 1, field: `mapping.${part}`, message }
    }
    places[part] = place
  }
  return places
}

function lineOf(record: string[], row: number, places: Places, mapping: CsvMapping): Found {
  const { dateFormat = 'yyyy-MM-dd' } = mapping
  const cell = (part: keyof Places) => (places[part] === undefined ? '' : record[places[part]]!)
  const problem = (part: keyof Places, message: string): LineProblem => {
    return { row, field: mapping[part]!, message: `${quoted(cell(part))} ${message}` }
  }
  const currency = cell('currency')
  if (places.currency !== undefined && currency !== 'USD') {
    return problem('currency', 'is not USD, which the books are in')
  }
  const day = dayOf(cell('date'), dateFormat)
  if (day === null) return problem('date', `is no date in the form ${dateFormat}`)
  const amount = amountOf(cell, places, mapping)
  if (typeof amount !== 'bigint') return problem(amount.part, amount.message)
  return {
    row,
    day,
    amount: mapping.inverted ? -amount : amount,
    references: telling([cell('reference')]),
    text: keptText([cell('text')]),
  }
}

type AmountProblem = { part: 'amount' | 'credit' | 'debit'; message: string }

function amountOf(
  cell: (part: keyof Places) => string,
  places: Places,
  { decimal = '.', group = null }: CsvMapping
): Atoms | AmountProblem {
  const form = { decimal, group }
  const part = places.amount !== undefined ? 'amount' : cell('credit') !== '' ? 'credit' : 'debit'
  const read = readAmount(cell(part), form)
  if (typeof read === 'string') return { part, message: read }
  if (part === 'amount') return read
  if (read < 0n) return { part, message: 'has a sign, and its column says the direction' }
  if (part === 'debit') return -read
  const other = cell('debit')
  if (other !== '' && readAmount(other, form) !== 0n) {
    return { part: 'debit', message: 'stands beside a credit: a line has one of the two' }
  }
  return read
}

function rowOf(error: CsvError): number {
  const { lines } = error as CsvError & { lines?: unknown }
  return typeof lines === 'number' ? lines : 1
}

function toldError({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `The record is longer than ${RECONCILIATION_LIMITS.recordLength} characters`
  }
  return 'A quotation mark opens or ends where it must not'
}
