import type { Atoms } from '#app/money/usd'
import { PLAIN, readAmount } from '../amount.ts'
import { dayOf } from '../day.ts'
import { keptText, quoted, telling, type FileLine, type Found } from '../file_line.ts'
import { NOT_USD } from './balances.ts'

/** What one element of an entry says, by its path below the entry or below one of its details. */
interface Said {
  amount?: string
  currency?: string
  mark?: string
  references: string[]
  texts: string[]
}

const REFERENCE = /^(Refs\/(EndToEndId|TxId|InstrId|AcctSvcrRef)|RmtInf\/Strd\/CdtrRefInf\/Ref)$/
const DETAILS = 'NtryDtls/TxDtls/'

/** An entry of a camt.053 statement, while it is read. */
export class CamtEntry {
  #entry: Said = { references: [], texts: [] }
  #details: Said[] = []
  #status = 'BOOK'
  #date: string | null = null
  #valueDate: string | null = null

  constructor(readonly row: number) {}

  /** A transaction of a batch begins. */
  detail() {
    this.#details.push({ references: [], texts: [] })
  }

  /**
   * @param path of the element below the entry
   * @param currency of an amount
   */
  say(path: string, text: string, currency: string | undefined) {
    if (path.startsWith(DETAILS)) this.#sayDetail(path.slice(DETAILS.length), text, currency)
    else if (path === 'Amt') Object.assign(this.#entry, { amount: text, currency })
    else if (path === 'CdtDbtInd') this.#entry.mark = text
    else if (path === 'Sts' || path === 'Sts/Cd') this.#status = text || this.#status
    else if (path.startsWith('BookgDt/')) this.#date = text
    else if (path.startsWith('ValDt/')) this.#valueDate = text
    else if (path === 'NtryRef' || path === 'AcctSvcrRef') this.#entry.references.push(text)
    else if (path === 'AddtlNtryInf') this.#entry.texts.push(text)
  }

  #sayDetail(path: string, text: string, currency: string | undefined) {
    const detail = this.#details.at(-1)!
    if (path === 'Amt' || path === 'AmtDtls/TxAmt/Amt') {
      Object.assign(detail, { amount: text, currency })
    } else if (path === 'CdtDbtInd') detail.mark = text
    else if (path === 'RmtInf/Ustrd') detail.texts.push(text)
    else if (REFERENCE.test(path)) detail.references.push(text)
  }

  /**
   * Its lines. A batch is one line for each of its transactions, when these have amounts that add up
   * to the entry. What is not booked yet is none.
   */
  lines(): Found[] {
    if (this.#status !== 'BOOK') return []
    const day = dayOf(this.#date ?? this.#valueDate ?? '', 'yyyy-MM-dd')
    if (day === null) return [this.#wrong('BookgDt', 'has no booking date')]
    const amount = this.#amountOf(this.#entry)
    if (typeof amount === 'string') return [this.#wrong('Amt', amount)]
    const { row } = this
    const parts = this.#parts(amount)
    if (parts) {
      return parts.map(({ amount: sum, said }): FileLine => {
        const texts = [...said.texts, ...this.#entry.texts]
        return { row, day, amount: sum, references: referencesOf([said]), text: keptText(texts) }
      })
    }
    const all = [...this.#details, this.#entry]
    const texts = all.flatMap((each) => each.texts)
    return [{ row, day, amount, references: referencesOf(all), text: keptText(texts) }]
  }

  #parts(whole: Atoms): { amount: Atoms; said: Said }[] | null {
    if (this.#details.length < 2) return null
    const parts = this.#details.map((said) => {
      return { amount: this.#amountOf({ ...said, mark: said.mark ?? this.#entry.mark }), said }
    })
    const known = parts.filter((part): part is { amount: Atoms; said: Said } => {
      return typeof part.amount === 'bigint'
    })
    const sum = known.reduce((total, { amount }) => total + amount, 0n)
    return known.length === parts.length && sum === whole ? known : null
  }

  #amountOf({ amount = '', currency, mark }: Said): Atoms | string {
    if (mark !== 'CRDT' && mark !== 'DBIT') return 'is neither CRDT nor DBIT'
    if (currency !== 'USD') return `in ${currency ? quoted(currency) : 'no currency'} ${NOT_USD}`
    return signed(readAmount(amount, PLAIN), mark)
  }

  #wrong(field: string, message: string) {
    return { row: this.row, field: `Ntry/${field}`, message: `The entry ${message}` }
  }
}

/** @param mark CRDT came in, DBIT went out, also where the entry reverses another one */
export function signed(amount: Atoms | string, mark: string | undefined): Atoms | string {
  if (typeof amount === 'string') return amount
  if (amount < 0n) return 'has a sign, and CdtDbtInd says the direction'
  return mark === 'DBIT' ? -amount : amount
}

function referencesOf(said: readonly Said[]): string[] {
  return telling(said.flatMap(({ references }) => references))
}
