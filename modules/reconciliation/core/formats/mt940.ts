import { readAmount } from '../amount.ts'
import { dayOf } from '../day.ts'
import {
  keptText,
  quoted,
  telling,
  type Day,
  type FileLine,
  type Found,
  type LineProblem,
  type Slices,
} from '../file_line.ts'
import { RECONCILIATION_LIMITS } from '../../limits.ts'
import { NOT_USD, OneAccount, SEVERAL_ACCOUNTS, StatementBalances } from './balances.ts'

/** A tag with what stands behind it, over several lines. */
interface Tag {
  row: number
  name: string
  value: string
}

const TAG = /^:(\d\d[A-Z]?):(.*)$/
/** Value date, booking date, mark, funds code, amount, type, reference of the account owner. */
const LINE = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([A-Z][A-Z0-9]{3})([^\n]*)/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d+,\d*)$/
/** Ends a message, or begins the next one. */
const FRAME = /^(-\}?|\{.*|)$/
/**
 * References in the text of a line, as German and Dutch banks write them. The first takes any
 * character (`s`): one that it did not take would let it begin anew at every EREF of a hostile text.
 */
const IN_TEXT = [
  /EREF\+(.+?)(?=(?:KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+|$)/s,
  /\/EREF\/([^/]+)\//,
]
const HALF_YEAR = 183

/** Reads the movements of SWIFT MT940 statements. */
export async function* mt940Lines(slices: Slices): AsyncGenerator<Found> {
  const statement = new Statement()
  for await (const tag of tagsOf(slices)) {
    if (tag.value.length > RECONCILIATION_LIMITS.recordLength) return yield tooLong(tag)
    yield* statement.take(tag)
  }
  yield* statement.end()
}

function tooLong({ row }: Tag): LineProblem {
  const message = `What begins here is longer than ${RECONCILIATION_LIMITS.recordLength} characters`
  return { row, field: 'file', message }
}

/** After one that is too long it may end. */
async function* tagsOf(slices: Slices): AsyncGenerator<Tag> {
  let tag: Tag | null = null
  let row = 0
  for await (const text of textLines(slices)) {
    row += 1
    const [, name, value] = TAG.exec(text) ?? []
    if (name !== undefined) {
      if (tag) yield tag
      tag = { row, name, value: value! }
    } else if (FRAME.test(text)) {
      if (tag) yield tag
      tag = null
    } else if (tag) tag.value += `\n${text}`
    if (tag && tag.value.length > RECONCILIATION_LIMITS.recordLength) break
  }
  if (tag) yield tag
}

async function* textLines(slices: Slices): AsyncGenerator<string> {
  let rest = ''
  for await (const slice of slices) {
    const lines = `${rest}${slice}`.split('\n')
    rest = lines.pop()!
    for (const line of lines) yield line.trimEnd()
    // Whoever reads it refuses it; with the rest of the file it would be copied at every slice.
    if (rest.length > RECONCILIATION_LIMITS.recordLength) break
  }
  if (rest !== '') yield rest.trimEnd()
}

class Statement {
  #line: FileLine | null = null
  #balances = new StatementBalances()
  #account = new OneAccount()
  #isOpen = false
  #hasAny = false

  #describe(value: string) {
    if (!this.#line) return
    const joined = value.replaceAll('\n', '')
    const text = joined.includes('?2') ? joined.replaceAll(/\?\d\d/g, '') : value
    const named = IN_TEXT.map((form) => form.exec(joined.replaceAll(/\?\d\d/g, ''))?.[1])
    this.#line.references = telling([...named, ...this.#line.references])
    this.#line.text = keptText([this.#line.text, text])
  }

  *take({ row, name, value }: Tag): Generator<Found> {
    if (name === '86') return this.#describe(value)
    yield* this.#finished()
    if (name === '25' && !this.#account.takes(value)) {
      yield { row, field: ':25:', message: SEVERAL_ACCOUNTS }
    } else if (name === '61') yield* this.#begin(row, value)
    else if (name.startsWith('60') || name.startsWith('62')) yield* this.#balance(row, name, value)
  }

  *end(): Generator<Found> {
    yield* this.#finished()
    const missing = this.#isOpen
      ? { field: ':62F:', message: 'The statement has no closing balance: the file was cut off' }
      : { field: ':60F:', message: 'The file is no MT940 statement: it has no opening balance' }
    if (this.#isOpen || !this.#hasAny) yield { row: 1, ...missing }
  }

  *#finished(): Generator<Found> {
    const line = this.#line
    this.#line = null
    if (line) yield line
  }

  *#begin(row: number, value: string): Generator<LineProblem> {
    const [, valueDate, entryDate, mark, , sum, , rest = ''] = LINE.exec(value) ?? []
    const day = valueDate === undefined ? null : bookedOn(valueDate, entryDate)
    if (!this.#isOpen) return yield this.#wrong(row, 'stands before an opening balance')
    if (day === null) return yield this.#wrong(row, 'is no line of a statement')
    const amount = amountOf(sum!)
    if (typeof amount === 'string') return yield this.#wrong(row, amount)
    const [owner, bank] = rest.split('//')
    const { length } = value.split('\n')
    const line = {
      row,
      day,
      amount: mark === 'C' || mark === 'RD' ? amount : -amount,
      references: telling([owner, bank]),
      text: length > 1 ? keptText(value.split('\n').slice(1)) : null,
    }
    this.#line = line
    this.#balances.move(line)
  }

  *#balance(row: number, name: string, value: string): Generator<LineProblem> {
    const field = `:${name}:`
    const [, mark, , currency, sum] = BALANCE.exec(value) ?? []
    const amount = sum === undefined ? 'is no balance' : amountOf(sum)
    if (typeof amount === 'string')
      return yield { row, field, message: `${quoted(value)} ${amount}` }
    if (currency !== 'USD') return yield { row, field, message: `${currency} ${NOT_USD}` }
    const balance = mark === 'C' ? amount : -amount
    this.#hasAny = true
    this.#isOpen = name.startsWith('60')
    if (this.#isOpen) return this.#balances.open(balance)
    const problem = this.#balances.close(balance, row, field)
    if (problem) yield problem
  }

  #wrong(row: number, message: string): LineProblem {
    return { row, field: ':61:', message: `The line ${message}` }
  }
}

/** `100,` is a hundred. */
const amountOf = (text: string) => readAmount(text.replace(/,$/, ''), { decimal: ',', group: null })

/** The booking date has no year: it is the one that lies nearest to the value date. */
function bookedOn(valueDate: string, entryDate: string | undefined): Day | null {
  const value = dayOf(`20${valueDate}`, 'yyyyMMdd')
  if (value === null || entryDate === undefined) return value
  const year = 2000 + Number(valueDate.slice(0, 2))
  const days = [year - 1, year, year + 1].map((each) => dayOf(`${each}${entryDate}`, 'yyyyMMdd'))
  return days.find((day) => day !== null && Math.abs(day - value) < HALF_YEAR) ?? null
}
