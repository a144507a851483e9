import vine from '@vinejs/vine'
import { callerPath, datedPage, pageLimit, pathPrefix, realmId } from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { LEDGER_LIMITS } from '../limits.ts'
import { labelKeyProblem, labelValueProblem, labelsProblem, type Labels } from '../core/labels.ts'

interface Report {
  rule: string
  message: string
}

/**
 * Every key and value that is wrong. `null` as a value removes a key, where the request may remove
 * keys.
 */
function* entryProblems(labels: object, nullable: boolean): Generator<Report> {
  for (const [key, value] of Object.entries(labels) as [string, unknown][]) {
    const keyProblem = labelKeyProblem(key)
    if (keyProblem) {
      const shown = JSON.stringify(key.slice(0, LEDGER_LIMITS.labelKeyLength))
      yield { rule: 'label_key', message: `The label key ${shown} ${keyProblem}` }
    } else if (typeof value === 'string') {
      const problem = labelValueProblem(value)
      if (problem) yield { rule: 'label_value', message: `The value of label ${key} ${problem}` }
    } else if (!nullable || value !== null) {
      yield {
        rule: 'label_value',
        message: `The value of label ${key} must be text${nullable ? ' or null' : ''}`,
      }
    }
  }
}

/**
 * Most problems that one answer names: enough to correct a request by, where a megabyte of wrong
 * keys would fill the answer.
 */
const PROBLEMS_SHOWN = 64

const labelsRule = vine.createRule<{ nullable: boolean }>(
  (value, { nullable }, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      field.report('The {{ field }} field must be an object', 'object', field)
      return
    }
    let count = 0
    for (const { rule, message } of entryProblems(value, nullable)) {
      if (count++ >= PROBLEMS_SHOWN) return
      field.report(message, rule, field)
    }
    if (count > 0 || nullable) return
    const problem = labelsProblem(value as Labels)
    if (problem) field.report(problem.message, problem.rule, field)
  },
  {
    toJSONSchema: (schema, { nullable }) =>
      Object.assign(schema, {
        type: 'object',
        ...(!nullable && { maxProperties: LEDGER_LIMITS.labelKeys }),
        additionalProperties: {
          type: nullable ? ['string', 'null'] : 'string',
          maxLength: LEDGER_LIMITS.labelValueLength,
        },
        examples: [{ team: 'ops' }],
      }),
  }
)

/** A comma-separated list of the optional parts of a list of objects; only `labels` exists. */
export const includedParts = () =>
  vine
    .string()
    .use(
      vine.createRule((value, _options, field) => {
        if (typeof value !== 'string' || value.split(',').every((part) => part === 'labels')) return
        field.report('The {{ field }} field may name labels only', 'enum', field)
      })()
    )
    .optional()

const flag = () => vine.enum(['true', 'false'] as const).optional()

/** The rule puts in place an object of texts that it has checked; VineJS only passes it on. */
const labelChange = () => vine.any().use(labelsRule({ nullable: true }))
const labelSet = () => vine.any().use(labelsRule({ nullable: false }))

export const labelObjectBody = vine.create({ labels: labelChange() })
export const inRealmQuery = vine.create({ realmId: realmId() })

export const folderQuery = vine.create({ realmId: realmId(), path: callerPath() })
export const labelFolderBody = vine.create({
  realmId: realmId(),
  path: callerPath(),
  labels: labelSet(),
})

export const versionsQuery = vine.create({
  realmId: realmId().optional(),
  ...datedPage(),
})

export const declareZoneBody = vine.create({ realmId: realmId(), path: callerPath() })

export const browseQuery = vine.create({
  realmId: realmId(),
  prefix: pathPrefix().optional(),
  includeDeleted: flag(),
  include: includedParts(),
  limit: pageLimit(LIMITS.listMax),
  cursor: vine.string().minLength(1).maxLength(LEDGER_LIMITS.browseCursorLength).optional(),
})
