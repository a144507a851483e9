import vine from '@vinejs/vine'
import { addressProblem } from '#app/addresses/eip55'
import {
  callerPath,
  datedPage,
  metadataMap,
  oneLine,
  opaqueId,
  pathFilters,
  pathPrefix,
  realmId,
  usdAmount,
} from '#app/http/rules'
import { readSetting } from '#app/preflight/broken_settings'
import { isReservedPath, pathProblem } from '#app/paths/path'
import settings from '#config/payment_links'
import { LIMITS } from '#app/limits'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { LINK_STATUSES, LINK_TYPES, RETURN_STRATEGIES } from '../core/payment_link.ts'
import { registeredSchemes, returnUrlProblem } from '../core/return_url.ts'

const OBJECT_ID = /^obj_[0-9a-z]{26}$/

/** One of the two names of the object, never both, because they could contradict each other. */
const objectRule = vine.createRule(
  (value, _options, field) => {
    // As in every optional field, null means that nothing was given.
    const objectPath = (field.parent as { objectPath?: unknown }).objectPath ?? null
    const objectRef = value ?? null
    if (objectRef === null && objectPath === null) {
      field.report('Either objectRef or objectPath must be given', 'exactly_one', field)
    } else if (objectRef !== null && objectPath !== null) {
      field.report('objectRef and objectPath must not both be given', 'exclusive', field)
    } else if (typeof value === 'string' && objectRefProblem(value)) {
      field.report('The {{ field }} field must be an object id or a path', 'object_ref', field)
    }
  },
  { implicit: true }
)

function objectRefProblem(value: string): boolean {
  if (!value.startsWith('/')) return !OBJECT_ID.test(value)
  return pathProblem(value) !== null || isReservedPath(value)
}

/**
 * Where a withdrawal link pays to. A deposit link has no such address, and must not seem to have
 * one.
 */
const destinationRule = vine.createRule((value, _options, field) => {
  const { type } = field.parent as { type?: unknown }
  if (value === undefined || type === 'withdrawal') return
  field.report('The {{ field }} field is for withdrawal links only', 'withdrawal_only', field)
})

const addressRule = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string') return
    const problem = addressProblem(value)
    if (problem) field.report(`The {{ field }} field ${problem}`, 'address', field)
  },
  { toJSONSchema: (schema) => Object.assign(schema, { pattern: '^0x[0-9a-fA-F]{40}$' }) }
)

/**
 * Schemes of the applications that the operator registered; none allows every application's own.
 */
const SCHEMES = readSetting(() => registeredSchemes(settings.returnUrlSchemes), [])

const returnUrlRule = vine.createRule(
  (value, _options, field) => {
    if (typeof value !== 'string') return
    const problem = returnUrlProblem(value, SCHEMES)
    if (problem) field.report(`The {{ field }} field ${problem}`, 'return_url', field)
  },
  {
    toJSONSchema: (schema) =>
      Object.assign(schema, { format: 'uri', maxLength: PAYMENT_LINK_LIMITS.linkReturnUrlLength }),
  }
)

/** What is asked for, beside the object. */
const linkTerms = {
  type: vine.enum(LINK_TYPES),
  amount: usdAmount(),
  returnUrl: vine.string().use(returnUrlRule()).optional(),
  returnStrategy: vine.enum(RETURN_STRATEGIES).optional(),
  destinationAddress: vine
    .string()
    .maxLength(PAYMENT_LINK_LIMITS.addressTextLength)
    .use(addressRule())
    .use(destinationRule())
    .optional(),
  expiresInMinutes: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([1, PAYMENT_LINK_LIMITS.paymentLinkMinutesMax])
    .optional(),
  description: oneLine(PAYMENT_LINK_LIMITS.linkDescriptionLength).optional(),
  reference: oneLine(PAYMENT_LINK_LIMITS.linkReferenceLength).optional(),
  metadata: metadataMap().optional(),
}

/** A link that a schedule makes. It names its object by path, which its permissions are about. */
export const linkTemplate = vine.create({ objectPath: callerPath(), ...linkTerms })

export const createLinkBody = vine.create({
  realmId: realmId(),
  objectRef: vine.string().optional().use(objectRule()),
  objectPath: callerPath().optional(),
  ...linkTerms,
  path: callerPath().optional(),
})

export const listLinksQuery = vine.create({
  realmId: realmId(),
  type: vine.enum(LINK_TYPES).optional(),
  status: vine.enum(LINK_STATUSES).optional(),
  objectId: opaqueId().optional(),
  objectPath: pathPrefix().optional(),
  reference: oneLine(PAYMENT_LINK_LIMITS.linkReferenceLength).optional(),
  ...pathFilters(),
  ...datedPage(),
})

export const linkParams = vine.create({ id: opaqueId() })
export const linkQuery = vine.create({ realmId: realmId().optional() })

/** The use case checks who has to act, and the form of the address. */
export const confirmBody = vine.create({
  destinationAddress: vine.string().maxLength(PAYMENT_LINK_LIMITS.addressTextLength).optional(),
})

/**
 * Longer than an address, because the page shows a person what they typed, and does not refuse it
 * as a whole.
 */
export const confirmForm = vine.create({
  destinationAddress: vine.string().maxLength(LIMITS.urlLength).optional(),
  /** Whether the address was shown once more before. */
  reviewed: vine.enum(['yes'] as const).optional(),
})

export const accentParams = vine.create({ colour: vine.string().regex(/^[0-9a-f]{6}\.css$/) })

/** Any text: a malformed token is answered exactly like an unknown one. */
export const tokenParams = vine.create({ token: vine.string() })
