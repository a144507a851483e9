import vine from '@vinejs/vine'
import { VOCABULARY, type OperationType } from '#app/extension/vocabulary'
import {
  anyPath,
  callerPath,
  datedPage,
  form,
  givenName,
  opaqueId,
  pageCursor,
  pageLimit,
  pathFilters,
  pathPrefix,
  plainText,
  realmId,
  shortText,
  timeFilters,
  usdAmount,
} from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { LEDGER_LIMITS } from '../limits.ts'
import { numberedPathProblem, separatorAfter } from '../core/generated_path.ts'
import { includedParts } from './shelf_validators.ts'
import { OPERATION_STATES } from '../core/terms.ts'

/** The texts of a query that mean yes and no; any other text is refused. */
const flag = () => vine.enum(['true', 'false'] as const).optional()

const metadata = () =>
  plainText(LIMITS.metadataBytes).use(
    vine.createRule((value, _options, field) => {
      if (typeof value !== 'string') return
      try {
        JSON.parse(value)
      } catch {
        field.report('The {{ field }} field must be JSON text', 'json_text', field)
      }
    })()
  )

export const createRealmBody = vine.create({
  name: givenName(),
  asset: vine.enum(['paper', 'live'] as const).optional(),
  lifecycle: vine.enum(['permanent', 'temporary'] as const).optional(),
  backing: vine.enum(['chain', 'ledger-only'] as const).optional(),
  type: vine.enum(['development', 'production'] as const).optional(),
  description: plainText(LEDGER_LIMITS.descriptionLength).optional(),
})

export const listRealmsQuery = vine.create({
  asset: vine.enum(['paper', 'live'] as const).optional(),
  lifecycle: vine.enum(['permanent', 'temporary'] as const).optional(),
  ...datedPage(),
})

export const realmParams = vine.create({ id: realmId() })

export const createObjectBody = vine.create({
  realmId: realmId(),
  path: callerPath(),
  type: vine.enum(VOCABULARY.objectTypes).optional(),
  metadata: metadata().nullable().optional(),
  operationPath: callerPath().optional(),
})

export const listObjectsQuery = vine.create({
  realmId: realmId(),
  prefix: pathPrefix().optional(),
  objectId: opaqueId().optional(),
  ...pathFilters(),
  type: vine.enum(VOCABULARY.objectTypes).optional(),
  ...timeFilters(),
  includeDeleted: flag(),
  include: includedParts(),
  limit: pageLimit(LIMITS.listMax),
  cursor: pageCursor(),
})

export const objectByPathQuery = vine.create({ realmId: realmId(), path: anyPath() })

export const idParams = vine.create({ id: opaqueId() })

/** The id determines the realm. When the caller names a realm too, both must agree. */
export const namedRealmQuery = vine.create({ realmId: realmId().optional() })

export const fundAccountBody = vine.create({
  realmId: realmId(),
  objectPath: callerPath(),
  amount: usdAmount(),
  path: callerPath().optional(),
})

/** A comma-separated list of operation types. */
export const operationTypes = () =>
  vine.string().use(
    vine.createRule((value, _options, field) => {
      if (typeof value !== 'string') return
      const unknown = value
        .split(',')
        .find((type) => !VOCABULARY.operationTypes.some((known) => known === type))
      if (unknown === undefined) return
      field.report('The {{ field }} field names an unknown operation type', 'enum', field)
    })()
  )

export const listOperationsQuery = vine.create({
  realmId: realmId(),
  type: vine.enum(VOCABULARY.operationTypes).optional(),
  types: operationTypes().optional(),
  objectId: opaqueId().optional(),
  objectPath: pathPrefix().optional(),
  ...pathFilters(),
  ...timeFilters(),
  state: vine.enum(OPERATION_STATES).optional(),
  reference: shortText(LEDGER_LIMITS.referenceLength).optional(),
  transactionHash: vine
    .string()
    .use(form(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal digits'))
    .optional(),
  includeContext: flag(),
  limit: pageLimit(LEDGER_LIMITS.journalListMax),
  cursor: pageCursor(),
})

/** The types that `type` and `types` of a query ask for; `types` wins. */
export function typesOf(
  type: OperationType | undefined,
  types: string | undefined
): readonly OperationType[] | undefined {
  return (types?.split(',') as OperationType[] | undefined) ?? (type ? [type] : undefined)
}

export const readOperationQuery = vine.create({
  realmId: realmId().optional(),
  includeEvidence: flag(),
})

const SEPARATOR = /^[-:._~/]{0,4}$/

/** The path that is made with the prefix must be one that a caller may use. */
const takesNumber = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string') return
  const given: unknown = (field.parent as { separator?: unknown }).separator
  const separator = given ?? separatorAfter(value)
  // The separator's own rule reports a wrong separator.
  if (typeof separator !== 'string' || !SEPARATOR.test(separator)) return
  const problem = numberedPathProblem(value, separator)
  if (problem === null) return
  field.report(`The {{ field }} field, separator and number together: ${problem}`, 'path', field)
})()

export const nonceBody = vine.create({
  realmId: realmId(),
  prefix: pathPrefix().use(takesNumber),
  separator: vine
    .string()
    .use(form(SEPARATOR, 'must be at most 4 of the characters - : . _ ~ and /'))
    .optional(),
})
