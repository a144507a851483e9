import vine from '@vinejs/vine'
import {
  datedPage,
  form,
  givenName,
  jsonInForm,
  notNull,
  opaqueId,
  realmId,
  usdAmount,
} from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { AUTH_LIMITS } from '../limits.ts'
import { PRESET_NAMES } from '../core/action_catalog.ts'
import { TIME_OF_DAY } from '../core/policy_conditions.ts'

/** A lone surrogate would not be the same text again after it has travelled in a token. */
const WHOLE_CHARACTERS = /^[^\p{Cc}\p{Cs}]*$/u

const action = () => vine.string().minLength(1).maxLength(LIMITS.nameLength)
const resource = () =>
  vine
    .string()
    .minLength(1)
    .maxLength(LIMITS.pathBytes + 2)

const patterns = () => vine.array(resource()).minLength(1).maxLength(AUTH_LIMITS.scopeResources)

const timeOfDay = () => vine.string().use(form(TIME_OF_DAY, 'must be a time of the day as HH:MM'))

/**
 * An unknown condition would be dropped, and the statement would apply where it must not. A null
 * would be dropped as well.
 */
const conditions = () =>
  vine.object({
    operationPaths: patterns().optional().use(notNull()),
    amountLte: usdAmount().optional().use(notNull()),
    windowLte: vine
      .object({
        amount: usdAmount(),
        seconds: vine
          .number({ strict: true })
          .withoutDecimals()
          .range([1, LIMITS.policyWindowSecondsMax]),
      })
      .optional()
      .use(notNull()),
    destinationIn: patterns().optional().use(notNull()),
    hours: vine.object({ from: timeOfDay(), to: timeOfDay() }).optional().use(notNull()),
    approvals: vine
      .number({ strict: true })
      .withoutDecimals()
      .range([1, AUTH_LIMITS.policyApprovals])
      .optional()
      .use(notNull()),
  })

/** Only the use case knows which actions exist; this refuses what has no meaning in any catalog. */
const scope = () =>
  vine.object({
    statements: vine
      .array(
        vine.object({
          effect: vine.enum(['Allow', 'Deny'] as const).optional(),
          actions: vine.array(action()).minLength(1).maxLength(AUTH_LIMITS.scopeActions),
          resources: patterns(),
          conditions: conditions().optional().use(notNull()),
        })
      )
      .minLength(1)
      .maxLength(AUTH_LIMITS.scopeStatements),
  })

/**
 * A scope may come as JSON text. Text that is no JSON stays text and is refused, because a scope is
 * an object. So is the text `null`: read as "no scope", it would make an unrestricted key of a
 * request for a restricted one.
 */
function scopeFromText(value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > AUTH_LIMITS.scopeBytes
  return isLong ? value : jsonInForm(value)
}

/** Two grants in one request could contradict each other, so only one may be given. */
const oneGrant = vine.createRule((_value, _options, field) => {
  const { scope: other } = field.parent as { scope?: unknown }
  if (other === undefined || other === null) return
  field.report('permissions and scope must not both be given', 'exclusive', field)
})

export const listApiKeysQuery = vine.create({
  realmId: realmId().optional(),
  status: vine.enum(['active', 'revoked'] as const).optional(),
  ...datedPage(),
})

export const createApiKeyBody = vine.create({
  name: givenName(),
  realmId: realmId().optional(),
  permissions: vine.enum(PRESET_NAMES).use(oneGrant()).optional().use(notNull()),
  scope: scope().parse(scopeFromText).optional().use(notNull()),
})

export const apiKeyParams = vine.create({ id: opaqueId() })

export const tokenParams = vine.create({ id: opaqueId() })

export const listTokensQuery = vine.create({
  realmId: realmId().optional(),
  ...datedPage(),
})

export const mintTokenBody = vine.create({
  realmId: realmId(),
  sub: vine
    .string()
    .minLength(1)
    .maxLength(AUTH_LIMITS.scopedSubjectLength)
    .use(form(WHOLE_CHARACTERS, 'must be whole Unicode characters without control characters')),
  scope: scope(),
  expirationMinutes: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([1, AUTH_LIMITS.scopedTokenMinutesMax])
    .optional(),
})
