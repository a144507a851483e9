import vine, { type VineString } from '@vinejs/vine'
import type { Micros } from '#app/clock/clock'
import { rfc3339ToMicros } from '#app/clock/timestamp'
import { readStrictly } from '#app/http/json_structure'
import { UploadedFile } from '#app/http/uploaded_file'
import { isUuid } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { freeTextProblem } from '#app/metadata/free_text'
import { metadataProblem, type Metadata } from '#app/metadata/metadata'
import { isUsd } from '#app/money/usd'
import { isReservedPath, pathProblem, prefixProblem } from '#app/paths/path'

/**
 * Fields that the requests of all modules share, so that one rule has one wording everywhere. Each
 * returns a new VineJS schema.
 */

type Problem = (value: string) => string | null

/** @param terms what VineJS fills into its own wording, for rules that it knows by this name */
function textRule(
  rule: string,
  problem: Problem,
  jsonSchema: Record<string, unknown>,
  terms?: Record<string, unknown>
) {
  return vine.createRule(
    (value, _options, field) => {
      if (typeof value !== 'string') return
      const found = problem(value)
      if (found) field.report(`The {{ field }} field ${found}`, rule, field, terms)
    },
    { toJSONSchema: (schema) => Object.assign(schema, jsonSchema) }
  )()
}

const uuid = textRule('uuid', (value) => (isUuid(value) ? null : 'must be a UUID'), {
  format: 'uuid',
})

const usd = textRule(
  'usd_amount',
  (value) =>
    isUsd(value)
      ? null
      : 'must be a decimal string such as 12.50, with at most 24 digits and 6 decimals',
  { pattern: '^\\d{1,24}(\\.\\d{1,6})?$', examples: ['12.50'] }
)

const positiveUsd = textRule(
  'usd_amount_positive',
  (value) => (isUsd(value) && !/[1-9]/.test(value) ? 'must be greater than zero' : null),
  {}
)

const path = textRule('path', pathProblem, {
  maxLength: LIMITS.pathBytes,
  examples: ['/users/u1/wallet'],
})

const openPath = textRule(
  'path_reserved',
  (value) => (isReservedPath(value) ? 'lies in a part of the tree reserved for the service' : null),
  {}
)

const prefix = textRule('prefix', prefixProblem, {
  maxLength: LIMITS.pathBytes + 1,
  examples: ['/users/'],
})

/** The years that both a DATETIME(6) column and the API can show. */
const FIRST_MICROS = 0
const LAST_MICROS = Date.UTC(9999, 11, 31, 23, 59, 59) * 1000

function instantOf(value: string): Micros | null {
  const micros = rfc3339ToMicros(value)
  return micros !== null && micros >= FIRST_MICROS && micros <= LAST_MICROS ? micros : null
}

const rfc3339 = textRule(
  'timestamp',
  (value) =>
    instantOf(value) === null ? 'must be an RFC 3339 time such as 2026-01-31T09:00:00Z' : null,
  { format: 'date-time' }
)

const printable = textRule(
  'id',
  (value) => (/^[\x21-\x7e]{1,64}$/.test(value) ? null : 'must be an id'),
  { minLength: 1, maxLength: 64 }
)

/** An id of any kind. One that was never issued is simply not found. */
export const opaqueId = (): VineString => vine.string().use(printable)

/** A realm id: a plain UUID. */
export const realmId = (): VineString => vine.string().use(uuid)

/** A positive USD amount as a decimal string. */
export const usdAmount = (): VineString => vine.string().use(usd).use(positiveUsd)

/** A USD amount as a decimal string; zero is allowed. */
export const usdAmountOrZero = (): VineString => vine.string().use(usd)

/** A path in the realm. */
export const anyPath = (): VineString => vine.string().use(path)

/** A path under which callers may create: not one of the service's own. */
export const callerPath = (): VineString => vine.string().use(path).use(openPath)

/** `/`, a path, or a path with a trailing slash. */
export const pathPrefix = (): VineString => vine.string().use(prefix)

/**
 * The path filters of lists: `path` matches itself and all paths below it, `pathPrefix` all that
 * begin with its text.
 */
export const pathFilters = () => ({
  path: pathPrefix()
    .optional()
    .meta({ description: PATH_RULE, examples: ['/op/'] }),
  pathPrefix: pathPrefix()
    .optional()
    .meta({ description: TEXT_RULE, examples: ['/op/invoice'] }),
})

const PATH_RULE = 'The path itself and every path that goes on after it and a slash'
const TEXT_RULE = 'Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`'

/** The stretch of time of a list, both ends inclusive. */
export const timeFilters = () => ({ from: instant().optional(), to: instant().optional() })

const freeText = textRule('free_text', freeTextProblem, {})

/** Characters are code points, as in a JSON Schema and in the columns of the database. */
const characters = (max: number) =>
  textRule(
    'maxLength',
    (value) =>
      value.length <= max || [...value].length <= max
        ? null
        : `must not be greater than ${max} characters`,
    { maxLength: max },
    { max }
  )

/** A text of at most `maxLength` characters, which may have several lines. */
export const plainText = (maxLength: number): VineString =>
  vine.string().use(characters(maxLength)).use(freeText)

/** A trimmed, non-empty text of at most `maxLength` characters. */
export const shortText = (maxLength: number): VineString =>
  vine.string().trim().minLength(1).use(characters(maxLength)).use(freeText)

/**
 * A text whose form can be said in words; VineJS alone would only say that it is invalid.
 *
 * @param must "must be 0x and 40 hexadecimal digits"
 */
export const form = (pattern: RegExp, must: string) =>
  textRule('regex', (value) => (pattern.test(value) ? null : must), { pattern: pattern.source })

/** The form of an EVM address; the receiver of money may check more. */
export const evmAddress = (): VineString =>
  vine.string().use(form(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits'))

/** A short text that is shown in one line. */
export const oneLine = (maxLength: number): VineString =>
  shortText(maxLength).use(form(/^\P{Cc}*$/u, 'must be on one line'))

/** A name that people give something: trimmed, on one line. */
export const givenName = (): VineString => oneLine(LIMITS.nameLength)

/**
 * For an optional field that must not be null, because a caller who computed nothing would get
 * everything. Applied after `.optional()`.
 */
export const notNull = vine.createRule(
  (value, _options, field) => {
    if (value === null) field.report('The {{ field }} field must not be null', 'not_null', field)
  },
  { implicit: true, toJSONSchema: (schema) => Object.assign(schema, { 'x-nullable': false }) }
)

/** A moment as RFC 3339 text, read as microseconds since the Unix epoch. */
export const instant = () =>
  vine
    .string()
    .use(rfc3339)
    .transform((value) => instantOf(value)!)

/**
 * The text of a query as a number. VineJS alone would also accept `1e2`, `0x10` and lists of one.
 */
function plainNumber(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? value : Number.NaN
}

/**
 * A whole number of a query, from 1 on; one out of range is refused, not clamped. Query text or JSON
 * number.
 */
export const wholeNumber = (max: number) =>
  vine.number().withoutDecimals().range([1, max]).parse(plainNumber).optional()

/** Page size of a list. */
export const pageLimit = wholeNumber

export const pageCursor = () => vine.string().minLength(1).maxLength(LIMITS.cursorLength).optional()

/** What every list takes whose rows have a date. */
export const datedPage = () => ({
  ...timeFilters(),
  limit: pageLimit(LIMITS.listMax),
  cursor: pageCursor(),
})

const fileRule = vine.createRule(
  (value, _options, field) => {
    if (value instanceof UploadedFile) return
    field.report('The {{ field }} field must be a file, with a file name', 'file', field)
  },
  { toJSONSchema: (schema) => Object.assign(schema, { type: 'string', format: 'binary' }) }
)

/** The file of a route that takes one (`.upload`). */
export const uploadedFile = () =>
  vine
    .any()
    .use(fileRule())
    .transform((value) => value as UploadedFile)

/**
 * An object or a list in a field of a form, which is JSON there; any other text stays as it is, also
 * one that names a key twice.
 */
export function jsonInForm(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    const read = readStrictly('field', value)
    return read.problem || read.repeatedKey !== null ? value : (read.value ?? value)
  } catch {
    return value
  }
}

const metadataRule = vine.createRule(
  (value, _options, field) => {
    const problem = metadataProblem(value)
    if (problem) field.report(`The {{ field }} field ${problem}`, 'metadata', field)
  },
  {
    toJSONSchema: (schema) =>
      Object.assign(schema, {
        type: 'object',
        maxProperties: LIMITS.metadataKeys,
        additionalProperties: { type: 'string', maxLength: LIMITS.metadataValueLength },
      }),
  }
)

/** Texts of the caller's own, by key. */
export const metadataMap = () =>
  vine
    .any()
    .use(metadataRule())
    .transform((value) => value as Metadata)
