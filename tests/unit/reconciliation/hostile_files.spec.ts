import { test } from '@japa/runner'
import { isProblem } from '#modules/reconciliation/core/file_line'
import type { CsvMapping } from '#modules/reconciliation/core/formats/csv'
import { FILE_FORMATS, readLines, type FileFormat } from '#modules/reconciliation/core/read_lines'
import { RECONCILIATION_LIMITS } from '#modules/reconciliation/limits'

interface Case {
  text: string
  format: FileFormat
  file: () => string
  told: RegExp
}

/** None of these files takes as long as so many sound lines, and one that goes on without end takes thousands of times as long. */
const SOUND_LINES = 10_000
const MOST_TIMES_OF_SOUND = 10
const MESSAGE_LENGTH = 500

const CSV: CsvMapping = { date: 'Date', amount: 'Amount' }

async function* slices(text: string) {
  for (let at = 0; at < text.length; at += RECONCILIATION_LIMITS.sliceBytes) {
    yield text.slice(at, at + RECONCILIATION_LIMITS.sliceBytes)
  }
}

const mt940 = (...lines: string[]) => [':25:1', ':60F:C261101USD0,', ...lines, ''].join('\n')
const camt = (inside: string) => `<Document><BkToCstmrStmt><Stmt>${inside}`

const SOUND: Record<FileFormat, () => string> = {
  csv: () => `Date,Amount\n${'2026-11-01,1.00\n'.repeat(SOUND_LINES)}`,
  mt940: () => mt940(...Array<string>(SOUND_LINES).fill(':61:261101C1,00NTRFX\n:86:EREF+ab')),
  camt053: () =>
    camt(
      '<Ntry><Sts>BOOK</Sts><BookgDt><Dt>2026-11-01</Dt></BookgDt><CdtDbtInd>CRDT</CdtDbtInd><Amt Ccy="USD">1</Amt></Ntry>'.repeat(
        SOUND_LINES
      )
    ),
}

/** All that is found in a text, and what that took of a processor. */
async function read(format: FileFormat, text: string) {
  const before = process.cpuUsage()
  const mapping = format === 'csv' ? CSV : null
  const found = await Array.fromAsync(readLines(format, mapping, slices(text)))
  return { found, workedMs: process.cpuUsage(before).user / 1000 }
}

test.group('reconciliation | files that are written to do harm', (group) => {
  const mostMs = new Map<FileFormat, number>()

  group.setup(async () => {
    for (const format of FILE_FORMATS) {
      const { workedMs } = await read(format, SOUND[format]())
      mostMs.set(format, MOST_TIMES_OF_SOUND * workedMs)
    }
  })

  test('a file takes no longer than its length, and its problem is short: {text}')
    .with<Case[]>([
      {
        text: 'a text in which a reference begins again and again',
        format: 'mt940',
        file: () =>
          mt940(':61:261101C1,00NTRFX', ':86:', ...Array(3000).fill('EREF+'.repeat(60)), '\u2028x'),
        told: /longer than/,
      },
      {
        text: 'a tag without end',
        format: 'mt940',
        file: () => mt940(`:86:${'x'.repeat(30_000_000)}`),
        told: /longer than/,
      },
      {
        text: 'a balance of a million characters',
        format: 'mt940',
        file: () => `:25:1\n:60F:${'x'.repeat(1_000_000)}\n`,
        told: /longer than/,
      },
      {
        text: 'a balance that is none',
        format: 'mt940',
        file: () => `:25:1\n:60F:${'x'.repeat(3_000)}\n`,
        told: /is no balance/,
      },
      {
        text: 'elements with endless names',
        format: 'camt053',
        file: () => {
          const names = Array.from({ length: 40 }, () => `<${'a'.repeat(60_000)}>`)
          return camt(`${names.join('')}${'<a/>'.repeat(20_000)}`)
        },
        told: /name of an element is longer than/,
      },
      {
        text: 'a currency that is none',
        format: 'camt053',
        file: () =>
          camt(
            `<Ntry><Sts>BOOK</Sts><BookgDt><Dt>2026-11-01</Dt></BookgDt><CdtDbtInd>CRDT</CdtDbtInd><Amt Ccy="${'U'.repeat(30_000)}">1</Amt></Ntry>`
          ),
        told: /is not USD/,
      },
      {
        text: 'a date in which a time begins again and again',
        format: 'csv',
        file: () =>
          ['Date,Amount', ...Array(10).fill(`${'T00:00'.repeat(10_000)} x,1`), ''].join('\n'),
        told: /is no date/,
      },
      {
        text: 'a quotation mark that is never closed',
        format: 'csv',
        file: () => `Date,Amount\n"${'x'.repeat(5_000_000)}`,
        told: /longer than/,
      },
      {
        text: 'more columns than a record has room for',
        format: 'csv',
        file: () => `Date,Amount${',x'.repeat(1_000_000)}\n`,
        told: /longer than/,
      },
    ])
    .run(async ({ assert }, { format, file, told }) => {
      const { found, workedMs } = await read(format, file())
      const [problem] = found.filter(isProblem)
      assert.match(problem?.message.slice(0, MESSAGE_LENGTH) ?? 'no problem', told)
      assert.isAtMost(problem!.message.length, MESSAGE_LENGTH)
      assert.isBelow(workedMs, mostMs.get(format)!)
    })
})
