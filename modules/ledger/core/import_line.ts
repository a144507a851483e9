import { freeTextProblem } from '#app/metadata/free_text'
import { isUsd, parseUsd, type Atoms } from '#app/money/usd'
import { isReservedPath, pathProblem } from '#app/paths/path'
import { clearingPath, importedPath, type ImportMapping } from './import_mapping.ts'

/** Why a line cannot be booked. */
export interface ImportProblem {
  /** Counts from 1, with the header; of a record of several lines the last one. */
  line: number
  /** Header of the column; null when the whole line is meant. */
  column: string | null
  message: string
}

/** A line as it is to be booked. */
export interface ImportLine {
  line: number
  id: string
  /** Paths of the two objects. */
  source: string
  target: string
  /** Zero books nothing: the objects are made. */
  amount: Atoms
  at: string | null
  note: string | null
}

type Read = { line: ImportLine } | { problems: ImportProblem[] } | 'left out'

const NUMBER = /^(\d{1,30})(?:\.(\d{1,30}))?$/
const SHOWN_LENGTH = 60

/** Reads lines of a file whose header is known. */
export class ImportLines {
  #places: Map<string, number>
  #clearing: string

  constructor(
    private mapping: ImportMapping,
    header: readonly string[]
  ) {
    this.#places = new Map(header.map((name, place) => [name, place]))
    this.#clearing = clearingPath(mapping)
  }

  read(record: readonly string[], line: number): Read {
    const { columns, outside } = this.mapping
    const problems: ImportProblem[] = []
    if (this.#isLeftOut(record)) return 'left out'
    for (const [column, values] of Object.entries(this.mapping.expect)) {
      const value = this.#at(record, column)
      if (!values.includes(value)) {
        const message = `is ${quoted(value)}, and the mapping takes only ${values.join(', ')}`
        problems.push({ line, column, message })
      }
    }
    const field = <Value>(column: string, read: (text: string) => Value | { problem: string }) => {
      const value = read(this.#at(record, column))
      if (typeof value !== 'object' || value === null || !('problem' in value))
        return value as Value
      problems.push({ line, column, message: value.problem })
      return null
    }
    // The other side of opening balances is the line of the outside itself.
    if (columns.source === undefined && outside.includes(this.#at(record, columns.target))) {
      return 'left out'
    }
    const id = field(columns.id, (text) => this.#id(text))
    const source =
      columns.source === undefined
        ? this.#clearing
        : field(columns.source, (text) => this.#object(text))
    const target = field(columns.target, (text) => this.#object(text))
    const amount = field(columns.amount, (text) => this.#amount(text))
    if (source !== null && source === target) {
      const message = `leads to ${target}, where the value comes from`
      problems.push({ line, column: columns.target, message })
    }
    const kept = (column: string | undefined) =>
      column === undefined ? null : field(column, (text) => this.#kept(text))
    const [at, note] = [kept(columns.at), kept(columns.note)]
    if (problems.length > 0) return { problems }
    return { line: { line, id: id!, source: source!, target: target!, amount: amount!, at, note } }
  }

  #at(record: readonly string[], column: string): string {
    return record[this.#places.get(column)!]!
  }

  #isLeftOut(record: readonly string[]): boolean {
    return Object.entries(this.mapping.skip).some(([column, values]) =>
      values.includes(this.#at(record, column))
    )
  }

  #id(text: string): string | { problem: string } {
    if (text === '') return { problem: 'is empty, and names the transaction' }
    if (text.includes('/')) return { problem: `is ${quoted(text)}, and must not contain a /` }
    const problem = pathProblem(importedPath(this.mapping, text))
    return problem === null ? text : { problem: `is ${quoted(text)}, and ${problem}` }
  }

  #kept(text: string): string | { problem: string } {
    const problem = freeTextProblem(text)
    return problem === null ? text : { problem: `is ${quoted(text)}, and ${problem}` }
  }

  #object(text: string): string | { problem: string } {
    const { outside, separator, under } = this.mapping
    if (outside.includes(text)) return this.#clearing
    const path = `${under}/${separator === null ? text : text.split(separator).join('/')}`
    const problem = pathProblem(path)
    if (problem !== null) return { problem: `is ${quoted(text)}, and as a path ${problem}` }
    if (!isReservedPath(path) && path !== this.#clearing) return path
    return { problem: `is ${quoted(text)}, and ${path} is not for accounts` }
  }

  /** Exact to the last unit: nothing is rounded. */
  #amount(text: string): Atoms | { problem: string } {
    const { decimals } = this.mapping
    const [, whole, fraction = ''] = NUMBER.exec(text) ?? []
    if (whole === undefined) {
      const hint = text.startsWith('-') ? '; a negative account belongs into "outside"' : ''
      return { problem: `is ${quoted(text)}, and must be digits with at most one point${hint}` }
    }
    const digits = whole.padStart(decimals + 1, '0')
    const point = digits.length - decimals
    const decimal = digits.slice(point) + fraction
    const exact = decimal.replace(/0+$/, '')
    const units = digits.slice(0, point).replace(/^0+(?=\d)/, '')
    const amount = exact === '' ? units : `${units}.${exact}`
    if (isUsd(amount)) return parseUsd(amount)
    return { problem: `is ${quoted(text)}, and has more than 24 digits, or more than 6 decimals` }
  }
}

function quoted(text: string): string {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
  return JSON.stringify(shown)
}
