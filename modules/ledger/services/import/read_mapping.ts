import { readFile } from 'node:fs/promises'
import vine, { errors } from '@vinejs/vine'
import { unknownFields } from '#app/http/unknown_fields'
import { pathProblem } from '#app/paths/path'
import { type ImportMapping } from '../../core/import_mapping.ts'
import { ImportRefused } from './import_refused.ts'

const column = () => vine.string().minLength(1).maxLength(200)
const values = () => vine.record(vine.array(vine.string().maxLength(200)).maxLength(100))

const mappingFile = vine.create({
  name: vine.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  columns: vine.object({
    id: column(),
    source: column().optional(),
    target: column(),
    amount: column(),
    at: column().optional(),
    note: column().optional(),
  }),
  decimals: vine.number({ strict: true }).withoutDecimals().range([0, 18]).optional(),
  separator: vine.string().minLength(1).maxLength(10).optional(),
  under: vine.string().maxLength(200).optional(),
  outside: vine.array(vine.string().minLength(1).maxLength(500)).maxLength(1000).optional(),
  expect: values().optional(),
  skip: values().optional(),
})

/** @throws ImportRefused when it is no mapping, with the field and what is wrong with it */
export async function readMapping(file: string): Promise<ImportMapping> {
  const given = parsed(file, await textOf(file))
  const [unknown] = unknownFields(mappingFile, given)
  if (unknown) throw new ImportRefused(`${file}: ${unknown.message}.`)
  const read = await mappingFile.validate(given).catch((error: unknown) => {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const [first] = error.messages as { message: string; field: string }[]
    throw new ImportRefused(`${file}: ${first!.field}: ${first!.message}.`)
  })
  const { decimals = 0, separator = null, under = '', outside = [], expect = {}, skip = {} } = read
  const problem = under === '' ? null : pathProblem(under)
  if (problem !== null) throw new ImportRefused(`${file}: The under field ${problem}.`)
  return { ...read, decimals, separator, under, outside, expect, skip }
}

/** @throws ImportRefused when the header lacks a column that the mapping names, or has one twice */
export function checkHeader(mapping: ImportMapping, header: readonly string[]): void {
  const { columns, expect, skip } = mapping
  const twice = header.find((name, place) => header.indexOf(name) !== place)
  if (twice !== undefined) {
    throw refusedHeader(`has the column ${JSON.stringify(twice)} twice`)
  }
  const wanted = [...Object.values(columns), ...Object.keys(expect), ...Object.keys(skip)]
  const missing = wanted.find((name) => !header.includes(name))
  if (missing === undefined) return
  throw refusedHeader(`has no column ${JSON.stringify(missing)}; it has ${header.join(', ')}`)
}

function refusedHeader(message: string): ImportRefused {
  return new ImportRefused('The file cannot be imported with this mapping.', [
    { line: 1, column: null, message },
  ])
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new ImportRefused(`The mapping cannot be read: ${error.message}`)
  })
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportRefused(`${file} is no JSON: ${(error as Error).message}`)
  }
}
