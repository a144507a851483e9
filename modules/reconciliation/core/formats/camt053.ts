import sax from 'sax'
import type { Atoms } from '#app/money/usd'
import { PLAIN, readAmount } from '../amount.ts'
import { quoted, type Found, type LineProblem, type Slices } from '../file_line.ts'
import { RECONCILIATION_LIMITS } from '../../limits.ts'
import { NOT_USD, OneAccount, SEVERAL_ACCOUNTS, StatementBalances } from './balances.ts'
import { CamtEntry, signed } from './camt_entry.ts'

/** Characters of one element that are kept: no field that is read is longer. */
const TEXT_LENGTH = 4096
const STATEMENT = 'Document/BkToCstmrStmt/Stmt/'
const ENTRY = `${STATEMENT}Ntry`
const DETAIL = `${ENTRY}/NtryDtls/TxDtls`
const BALANCE = `${STATEMENT}Bal`
const ACCOUNT = /^Document\/BkToCstmrStmt\/Stmt\/Acct\/Id\/(IBAN|Othr\/Id)$/
const OPENING = new Set(['OPBD', 'PRCD'])

/** Entities of HTML are none of XML. */
const OPTIONS = { position: true, strictEntities: true }

/** Reads the booked movements of ISO 20022 camt.053 statements. */
export async function* camtLines(slices: Slices): AsyncGenerator<Found> {
  const reader = new CamtReader()
  for await (const slice of slices) {
    yield* reader.read(slice)
    if (reader.hasFailed) return
  }
  yield* reader.end()
}

interface Balance {
  row: number
  type?: string
  amount?: string
  currency?: string
  mark?: string
}

/**
 * Follows the elements one by one, so that no document is ever in memory as a tree. A document type
 * is refused: it can define entities that expand without end, or name files.
 */
class CamtReader {
  #parser = sax.parser(true, OPTIONS)
  #path: string[] = []
  #text = ''
  #currency: string | undefined
  #entry: CamtEntry | null = null
  #balance: Balance | null = null
  #closing: { row: number; amount: Atoms } | null = null
  #balances = new StatementBalances()
  #account = new OneAccount()
  #found: Found[] = []
  #isCamt = false
  hasFailed = false

  constructor() {
    const parser = this.#parser
    parser.onerror = () => this.#fail('The file is no well-formed XML')
    parser.ondoctype = () => this.#fail('The file has a document type, which no camt.053 has')
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes)
    parser.onclosetag = () => this.#close()
    parser.ontext = (text) => this.#take(text)
    parser.oncdata = (text) => this.#take(text)
  }

  read(slice: string): Found[] {
    if (!this.hasFailed) this.#parser.write(slice)
    return this.#taken()
  }

  end(): Found[] {
    if (!this.hasFailed) this.#parser.close()
    if (!this.#isCamt) this.#fail('The file is no camt.053: it has no BkToCstmrStmt')
    return this.#taken()
  }

  #taken(): Found[] {
    const found = this.#found
    this.#found = []
    return found
  }

  #fail(message: string, field = 'file') {
    // What stands behind the first failure is not read, and the parser would go on without end.
    if (this.hasFailed) return
    this.hasFailed = true
    this.#parser.error = null as never
    this.#found.push({ row: this.#row, field, message })
  }

  get #row(): number {
    return this.#parser.line + 1
  }

  #open(name: string, attributes: object) {
    if (this.hasFailed) return
    // The path is put together at every element.
    if (name.length > RECONCILIATION_LIMITS.xmlNameLength) {
      const most = RECONCILIATION_LIMITS.xmlNameLength
      return this.#fail(`The name of an element is longer than ${most} characters`)
    }
    this.#path.push(name.slice(name.indexOf(':') + 1))
    this.#text = ''
    this.#currency = (attributes as { Ccy?: string }).Ccy
    const { length } = this.#path
    if (length > RECONCILIATION_LIMITS.xmlDepth) return this.#fail('The file is nested too deeply')
    const at = this.#path.join('/')
    if (length === 2) {
      this.#isCamt = at === 'Document/BkToCstmrStmt'
      if (!this.#isCamt) return this.#fail(`The file is no camt.053: it is ${at.slice(0, 80)}`)
    }
    if (at === ENTRY) this.#entry = new CamtEntry(this.#row)
    else if (at === DETAIL) this.#entry?.detail()
    else if (at === BALANCE) this.#balance = { row: this.#row }
  }

  #take(text: string) {
    if (this.#text.length < TEXT_LENGTH) this.#text += text.slice(0, TEXT_LENGTH)
  }

  #close() {
    if (this.hasFailed) return
    const at = this.#path.join('/')
    const text = this.#text.trim()
    this.#text = ''
    this.#path.pop()
    if (at === ENTRY) this.#endEntry()
    else if (at === BALANCE) this.#endBalance()
    else if (at === STATEMENT.slice(0, -1)) this.#endStatement()
    else if (this.#entry) this.#entry.say(at.slice(ENTRY.length + 1), text, this.#currency)
    else if (this.#balance) this.#sayBalance(at.slice(BALANCE.length + 1), text)
    else if (ACCOUNT.test(at) && !this.#account.takes(text)) {
      this.#found.push({ row: this.#row, field: 'Stmt/Acct', message: SEVERAL_ACCOUNTS })
    }
  }

  #endEntry() {
    const lines = this.#entry!.lines()
    this.#entry = null
    for (const line of lines) if ('amount' in line) this.#balances.move(line)
    this.#found.push(...lines)
  }

  #sayBalance(path: string, text: string) {
    const balance = this.#balance!
    if (path === 'Tp/CdOrPrtry/Cd') balance.type = text
    else if (path === 'CdtDbtInd') balance.mark = text
    else if (path === 'Amt') Object.assign(balance, { amount: text, currency: this.#currency })
  }

  #endBalance() {
    const { row, type = '', amount = '', currency = '', mark } = this.#balance!
    this.#balance = null
    if (!OPENING.has(type) && type !== 'CLBD') return
    const read =
      currency === 'USD'
        ? signed(readAmount(amount, PLAIN), mark)
        : `in ${quoted(currency)} ${NOT_USD}`
    if (typeof read === 'string') this.#found.push(balanceProblem(row, read))
    // Balances stand before the entries of their statement, so the closing one waits for its end.
    else if (type === 'CLBD') this.#closing = { row, amount: read }
    else this.#balances.open(read)
  }

  #endStatement() {
    const closing = this.#closing
    this.#closing = null
    if (!closing) return
    const problem = this.#balances.close(closing.amount, closing.row, 'Stmt/Bal')
    if (problem) this.#found.push(problem)
  }
}

function balanceProblem(row: number, message: string): LineProblem {
  return { row, field: 'Stmt/Bal', message: `The balance ${message}` }
}
