/** A line of a statement: what came in or, below zero, went out, and what for. */
export interface BankLine {
  /** In cents. */
  amount: number
  reference: string
}

/** The same lines as a bank would write them in each format. */
export const BANK_FILES: Record<string, (lines: readonly BankLine[]) => string> = {
  csv: (lines) =>
    [
      'Date,Amount,Reference,Text',
      ...lines.map(({ amount, reference }) => {
        return `${today()},${money(amount)},${reference},Payment of an invoice`
      }),
      '',
    ].join('\n'),
  mt940: (lines) => {
    const day = today().slice(2).replaceAll('-', '')
    const sum = lines.reduce((all, { amount }) => all + amount, 0)
    return [
      ':20:STATEMENT',
      ':25:DE89370400440532013000',
      `:60F:C${day}USD0,00`,
      ...lines.flatMap(({ amount, reference }) => [
        `:61:${day}${amount < 0 ? 'D' : 'C'}${comma(amount)}NTRFNONREF`,
        `:86:Payment of an invoice ${reference}`,
      ]),
      `:62F:${sum < 0 ? 'D' : 'C'}${day}USD${comma(sum)}`,
      '-',
      '',
    ].join('\n')
  },
  camt053: (lines) => {
    const entries = lines.map(
      ({ amount, reference }) => `<Ntry><Amt Ccy="USD">${money(Math.abs(amount))}</Amt>
<CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${today()}</Dt></BookgDt><NtryDtls><TxDtls><Refs>
<EndToEndId>${reference}</EndToEndId></Refs><RmtInf><Ustrd>Payment of an invoice</Ustrd></RmtInf>
</TxDtls></NtryDtls></Ntry>`
    )
    return `<Document><BkToCstmrStmt><Stmt>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`
  },
}

const today = () => new Date().toISOString().slice(0, 10)

const money = (cents: number) => (cents / 100).toFixed(2)

/** Without a sign. */
const comma = (cents: number) => money(Math.abs(cents)).replace('.', ',')
