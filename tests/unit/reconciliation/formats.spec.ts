import { test } from '@japa/runner'
import { formatUsd } from '#app/money/usd'
import { dayText } from '#modules/reconciliation/core/day'
import { isProblem, type Found } from '#modules/reconciliation/core/file_line'
import type { CsvMapping } from '#modules/reconciliation/core/formats/csv'
import { readLines, type FileFormat } from '#modules/reconciliation/core/read_lines'

interface Case {
  text: string
  file: string
  mapping?: Partial<CsvMapping>
  told: string[]
}

/** The text in pieces of so many characters: where one ends must not matter. */
async function* pieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

async function read(format: FileFormat, text: string, mapping: CsvMapping | null = null) {
  const all = await Promise.all(
    [1, 7, 100_000].map((length) => {
      return Array.fromAsync(readLines(format, mapping, pieces(text, length)))
    })
  )
  const shown = all.map((found) => JSON.stringify(found.map(short)))
  if (new Set(shown).size > 1) throw new Error(`Read otherwise in pieces: ${shown.join('\n')}`)
  return all[0]!.map(short)
}

/** `2026-01-02 5.00 [invoice-1] Rent`, or where a problem is. */
function short(found: Found): string {
  if (isProblem(found)) return `line ${found.row} ${found.field}: ${found.message}`
  const { day, amount, references, text } = found
  return [dayText(day), formatUsd(amount), `[${references.join(' ')}]`, text ?? ''].join(' ').trim()
}

const CSV: CsvMapping = { date: 'Date', amount: 'Amount', reference: 'Ref', text: 'Text' }
const csv = (...records: string[]) => ['Date,Amount,Ref,Text', ...records, ''].join('\n')

test.group('reconciliation | csv', () => {
  test('{text}')
    .with<Case[]>([
      {
        text: 'a line has its columns by their names, quoted or not, and in any order',
        file: '\ufeffText,Ref,Amount,Date\r\n"Rent, ""May""",inv-1,-1250.5,2026-05-01\r\n',
        told: ['2026-05-01 -1250.50 [inv-1] Rent, "May"'],
      },
      {
        text: 'a date with a time is the day that is written',
        file: csv('2026-05-01T23:59:59-08:00,5,,', '2026-05-02 00:01,6,,'),
        told: ['2026-05-01 5.00 []', '2026-05-02 6.00 []'],
      },
      {
        text: 'dates and amounts are read as the mapping says',
        file: 'Date;Amount;Ref;Text\n1.5.2026;-1.250,50;a;\n31.12.2026;0,000001;b;\n',
        mapping: { delimiter: ';', dateFormat: 'd.M.yyyy', decimal: ',', group: '.' },
        told: ['2026-05-01 -1250.50 [a]', '2026-12-31 0.000001 [b]'],
      },
      {
        text: 'credit and debit are two columns without signs',
        file: 'Date,In,Out,Ref,Text\n2026-05-01,5.00,,a,\n2026-05-01,,2.00,b,\n2026-05-01,0.00,2.00,c,\n2026-05-01,7.00,0.00,d,\n',
        mapping: { amount: undefined, credit: 'In', debit: 'Out' },
        told: [
          '2026-05-01 5.00 [a]',
          '2026-05-01 -2.00 [b]',
          'line 4 Out: "2.00" stands beside a credit: a line has one of the two',
          '2026-05-01 7.00 [d]',
        ],
      },
      {
        text: 'an inverted file tells what left the account as positive',
        file: csv('2026-05-01,5.00,a,'),
        mapping: { inverted: true },
        told: ['2026-05-01 -5.00 [a]'],
      },
      {
        text: 'nothing is rounded, and no sign, exponent or group is guessed',
        file: csv(
          '2026-05-01,0.0000001,,',
          '2026-05-01,1e3,,',
          '2026-05-01,"1,000.00",,',
          '2026-05-01,--5,,',
          '2026-05-01,,,',
          '2026-05-01,(5.00),,',
          '2026-05-01,٥,,'
        ),
        told: [
          'line 2 Amount: "0.0000001" has more than six decimals',
          ...['1e3', '1,000.00', '--5', '', '(5.00)', '٥'].map((amount, at) => {
            return `line ${at + 3} Amount: "${amount}" is no amount with "." before its decimals`
          }),
        ],
      },
      {
        text: 'a group of two digits is none',
        file: csv('2026-05-01,"1,23",,', '2026-05-01,"1,234",,'),
        mapping: { group: ',' },
        told: [
          'line 2 Amount: "1,23" is no amount with "." before its decimals',
          '2026-05-01 1234.00 []',
        ],
      },
      {
        text: 'a day that no calendar has is a problem',
        file: csv('2026-02-30,5,,', '02.05.2026,5,,', '1969-12-31,5,,'),
        told: ['2026-02-30', '02.05.2026', '1969-12-31'].map((date, at) => {
          return `line ${at + 2} Date: "${date}" is no date in the form yyyy-MM-dd`
        }),
      },
      {
        text: 'another currency is refused where the mapping names one',
        file: 'Date,Amount,Ref,Text,Ccy\n2026-05-01,5,a,,USD\n2026-05-01,5,a,,EUR\n',
        mapping: { currency: 'Ccy' },
        told: ['2026-05-01 5.00 [a]', 'line 3 Ccy: "EUR" is not USD, which the books are in'],
      },
      {
        text: 'a column that is not there is named, with those that are',
        file: 'Datum,Betrag\n2026-05-01,5\n',
        told: ['line 1 mapping.date: The file has no column Date; its columns are Datum, Betrag'],
      },
      {
        text: 'a column that is there twice may be either',
        file: 'Date,Amount,Amount,Ref,Text\n2026-05-01,5,6,,\n',
        told: ['line 1 mapping.amount: The file has two columns Amount, and either may be meant'],
      },
      {
        text: 'a record of another length is a problem',
        file: csv('2026-05-01,5,a,', '2026-05-01,5,a'),
        told: [
          '2026-05-01 5.00 [a]',
          'line 3 file: The record has more or fewer columns than the first',
        ],
      },
      {
        text: 'a quotation mark that never ends is a problem',
        file: csv('2026-05-01,5,"a,'),
        told: ['line 2 file: A quotation mark opens or ends where it must not'],
      },
      { text: 'an empty file is one', file: '', told: ['line 1 file: The file is empty'] },
      { text: 'a file may have no lines', file: csv(), told: [] },
    ])
    .run(async ({ assert }, { file, mapping, told }) => {
      assert.deepEqual(await read('csv', file, { ...CSV, ...mapping }), told)
    })
})

const mt940 = (...lines: string[]) =>
  ['{1:F01BANK}{4:', ':20:ST', ':25:DE89370400440532013000', ':28C:1/1', ...lines, '-}'].join(
    '\r\n'
  )

test.group('reconciliation | mt940', () => {
  test('{text}')
    .with<Case[]>([
      {
        text: 'marks, references and texts of lines are read, over several lines',
        file: mt940(
          ':60F:C260430USD100,00',
          ':61:2605010501C50,25NTRFINV-1//BANK-9',
          'SUPPLEMENT',
          ':86:166?00CREDIT?20EREF+E2E-7?21SVWZ+Rent',
          '?22of May',
          ':61:260502D10,NMSCNONREF',
          ':86:/EREF/E2E-8/REMI/Gas/',
          ':61:260502RC0,25NTRFX',
          ':61:260502RD1,00NTRFY',
          ':62F:C260502USD141,00'
        ),
        told: [
          '2026-05-01 50.25 [E2E-7 INV-1 BANK-9] SUPPLEMENT 166CREDITEREF+E2E-7SVWZ+Rentof May',
          '2026-05-02 -10.00 [E2E-8] /EREF/E2E-8/REMI/Gas/',
          '2026-05-02 -0.25 [X]',
          '2026-05-02 1.00 [Y]',
        ],
      },
      {
        text: 'a booking date in the next year belongs to the next year',
        file: mt940(
          ':60F:C261231USD0,',
          ':61:2612310102C1,NTRFA',
          ':61:2701021231C1,NTRFB',
          ':62F:C270102USD2,'
        ),
        told: ['2027-01-02 1.00 [A]', '2026-12-31 1.00 [B]'],
      },
      {
        text: 'lines that do not lead to the closing balance were changed or lost',
        file: mt940(':60F:D260430USD1,', ':61:260501C1,NTRFA', ':62F:C260501USD5,00'),
        told: [
          '2026-05-01 1.00 [A]',
          'line 7 :62F:: The lines lead from -1.00 to 0.00, and the statement says 5.00',
        ],
      },
      {
        text: 'a file that was cut off has no closing balance',
        file: mt940(':60F:C260430USD1,', ':61:260501C1,NTRFA'),
        told: [
          '2026-05-01 1.00 [A]',
          'line 1 :62F:: The statement has no closing balance: the file was cut off',
        ],
      },
      {
        text: 'other currencies, accounts and lines that are none are refused',
        file: [
          mt940(':60F:C260430EUR1,', ':61:26050X1C1,NTRFA'),
          mt940(
            ':60F:C260430USD1,',
            ':61:2605011C1.00NTRFA',
            ':61:260230C1,NTRFA',
            ':62F:C260430USD1,'
          ),
          ':20:ST',
          ':25:ANOTHER',
        ].join('\r\n'),
        told: [
          'line 5 :60F:: EUR is not USD, which the books are in',
          'line 6 :61:: The line stands before an opening balance',
          'line 13 :61:: The line is no line of a statement',
          'line 14 :61:: The line is no line of a statement',
          'line 18 :25:: The file has statements of several accounts; upload those of one account',
        ],
      },
      {
        text: 'a file of another kind is no statement',
        file: 'Date,Amount\n2026-05-01,5\n',
        told: ['line 1 :60F:: The file is no MT940 statement: it has no opening balance'],
      },
    ])
    .run(async ({ assert }, { file, told }) => {
      assert.deepEqual(await read('mt940', file), told)
    })
})

const balance = (type: string, amount: string, ccy = 'USD') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${ccy}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
const entry = (amount: string, mark: string, more = '', status = '<Cd>BOOK</Cd>') =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-05-01</Dt></BookgDt>${more}</Ntry>`
const detail = (inner: string) => `<NtryDtls>${inner}</NtryDtls>`
const tx = (id: string, amount = '') =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount && `<Amt Ccy="USD">${amount}</Amt>`}<RmtInf><Ustrd>for ${id}</Ustrd></RmtInf></TxDtls>`
const camt = (...inner: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'.replaceAll('ns:', ''),
    `<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Acct><Id><IBAN>DE89</IBAN></Id></Acct>`,
    ...inner,
    '</Stmt></BkToCstmrStmt></Document>',
  ].join('\n')

test.group('reconciliation | camt.053', () => {
  test('{text}')
    .with<Case[]>([
      {
        text: 'entries have signs, references and texts; what is not booked is left out',
        file: camt(
          balance('OPBD', '100.00'),
          balance('CLBD', '95.50'),
          entry('5.5', 'CRDT', detail(tx('E2E-1'))),
          entry(
            '10',
            'DBIT',
            '<NtryRef>N1</NtryRef><AddtlNtryInf>Fee &amp; more</AddtlNtryInf>',
            'BOOK'
          ),
          entry('99', 'CRDT', '', '<Cd>PDNG</Cd>'),
          entry('0.00', 'CRDT', detail(tx('NOTPROVIDED')))
        ),
        told: [
          '2026-05-01 5.50 [E2E-1] for E2E-1',
          '2026-05-01 -10.00 [N1] Fee & more',
          '2026-05-01 0.00 [] for NOTPROVIDED',
        ],
      },
      {
        text: 'a batch is a line for each transaction, when these add up to it',
        file: camt(
          entry('7', 'DBIT', detail(tx('A', '3') + tx('B', '4'))),
          entry('7', 'DBIT', detail(tx('C', '3') + tx('D', '5'))),
          entry('7', 'DBIT', detail(tx('E') + tx('F')))
        ),
        told: [
          '2026-05-01 -3.00 [A] for A',
          '2026-05-01 -4.00 [B] for B',
          '2026-05-01 -7.00 [C D] for C for D',
          '2026-05-01 -7.00 [E F] for E for F',
        ],
      },
      {
        text: 'entries that do not lead to the closing balance were changed or lost',
        file: camt(balance('OPBD', '1.00'), balance('CLBD', '5.00'), entry('1', 'CRDT')),
        told: [
          '2026-05-01 1.00 []',
          'line 5 Stmt/Bal: The lines lead from 1.00 to 2.00, and the statement says 5.00',
        ],
      },
      {
        text: 'an amount of another currency, with a sign or without a direction is refused',
        file: camt(
          entry('1', 'CRDT').replace('USD', 'EUR'),
          entry('-1', 'CRDT'),
          entry('1', 'IN'),
          entry('1', 'CRDT').replace('2026-05-01', '2026-13-01')
        ),
        told: [
          'line 4 Ntry/Amt: The entry in "EUR" is not USD, which the books are in',
          'line 5 Ntry/Amt: The entry has a sign, and CdtDbtInd says the direction',
          'line 6 Ntry/Amt: The entry is neither CRDT nor DBIT',
          'line 7 Ntry/BookgDt: The entry has no booking date',
        ],
      },
      {
        text: 'entities are not expanded: a document type ends the reading',
        file: `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>\n${camt(entry('1', 'CRDT', '<AddtlNtryInf>&b;</AddtlNtryInf>'))}`,
        told: ['line 1 file: The file has a document type, which no camt.053 has'],
      },
      {
        text: 'an entity that XML does not have is none',
        file: camt(entry('1', 'CRDT', '<AddtlNtryInf>&nbsp;</AddtlNtryInf>')),
        told: ['line 4 file: The file is no well-formed XML'],
      },
      {
        text: 'elements nested without end are not followed',
        file: camt('<a>'.repeat(10_000)),
        told: ['line 4 file: The file is nested too deeply'],
      },
      {
        text: 'a file that was cut off is not well-formed',
        file: camt(entry('1', 'CRDT')).slice(0, -30),
        told: ['2026-05-01 1.00 []', 'line 5 file: The file is no well-formed XML'],
      },
      {
        text: 'another message is no camt.053',
        file: '<Document><BkToCstmrDbtCdtNtfctn/></Document>',
        told: ['line 1 file: The file is no camt.053: it is Document/BkToCstmrDbtCdtNtfctn'],
      },
      {
        text: 'a document without a statement is no camt.053',
        file: '<Document/>',
        told: ['line 1 file: The file is no camt.053: it has no BkToCstmrStmt'],
      },
    ])
    .run(async ({ assert }, { file, told }) => {
      assert.deepEqual(await read('camt053', file), told)
    })
})
