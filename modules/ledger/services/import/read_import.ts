import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { ImportLines } from '../../core/import_line.ts'
import type { ImportMapping } from '../../core/import_mapping.ts'
import { ImportedFile, ImportProblems } from '../../core/import_plan.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import { ImportRefused } from './import_refused.ts'
import { checkHeader } from './read_mapping.ts'

export interface ReadImport {
  file: ImportedFile
  problems: ImportProblems
  /** Lines below the header, and how many of them the mapping leaves out. */
  lines: number
  leftOut: number
}

interface Record {
  record: string[]
  info: { lines: number }
}

/**
 * Reads a whole file, so that nothing is booked of one that cannot be booked to its end.
 *
 * @throws ImportRefused when it is no CSV file in UTF-8, or too large
 */
export async function readImport(path: string, mapping: ImportMapping): Promise<ReadImport> {
  const records = await recordsOf(path)
  const problems = new ImportProblems()
  const file = new ImportedFile(problems)
  const read: ReadImport = { file, problems, lines: 0, leftOut: 0 }
  let lines: ImportLines | null = null
  try {
    for await (const { record, info } of records) {
      if (lines === null) {
        checkHeader(mapping, record)
        lines = new ImportLines(mapping, record)
        continue
      }
      if (++read.lines > LEDGER_LIMITS.importLines) throw tooLong(info.lines)
      const found = lines.read(record, info.lines)
      if (found === 'left out') read.leftOut++
      else if ('problems' in found) problems.add(...found.problems)
      else file.add(found.line, mapping.columns.id)
    }
  } catch (error) {
    throw refusalOf(error)
  }
  if (lines === null) throw new ImportRefused(`${path} is empty: the first line names the columns.`)
  return read
}

/** Whatever is not UTF-8 is refused: a name with a wrong letter would be another account. */
async function recordsOf(path: string): Promise<AsyncIterable<Record>> {
  const { size } = await stat(path).catch((error: Error) => {
    throw new ImportRefused(`The file cannot be read: ${error.message}`)
  })
  if (size > LEDGER_LIMITS.importBytes) {
    const most = LEDGER_LIMITS.importBytes / 1024 ** 2
    throw new ImportRefused(`${path} is larger than ${most} MiB: import it in parts.`)
  }
  const parser = parse({ info: true, max_record_size: LEDGER_LIMITS.importLineLength })
  // What fails before the parser fails it too, and is thrown by whoever reads from it.
  return pipeline(Readable.from(textOf(path)), parser, () => {})
}

async function* textOf(path: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const bytes of createReadStream(path)) {
    yield decoder.decode(bytes as Buffer, { stream: true })
  }
  yield decoder.decode()
}

function tooLong(line: number): ImportRefused {
  const message = `is one too many: at most ${LEDGER_LIMITS.importLines} are imported at a time`
  return new ImportRefused('The file is too long: import it in parts.', [
    { line, column: null, message },
  ])
}

function refusalOf(error: unknown): unknown {
  if (error instanceof CsvError) {
    const { lines = 1, message } = error as CsvError & { lines?: number }
    return new ImportRefused('The file is no CSV.', [{ line: lines, column: null, message }])
  }
  if (error instanceof TypeError && (error as NodeJS.ErrnoException).code?.includes('ENCODING')) {
    return new ImportRefused('The file is not in UTF-8: save it so, and import it again.')
  }
  return error
}
