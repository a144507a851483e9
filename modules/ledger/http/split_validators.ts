import vine from '@vinejs/vine'
import { callerPath, realmId, usdAmount, usdAmountOrZero } from '#app/http/rules'
import { parseShare } from '../core/split.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { conditionFields } from './condition_rules.ts'

const share = () =>
  vine
    .string()
    .use(
      vine.createRule((value, _options, field) => {
        if (typeof value !== 'string' || parseShare(value)) return
        const message = 'The {{ field }} field must be a part of the whole: 1/3, or 12.5%'
        field.report(message, 'share', field)
      })()
    )
    .optional()

const sides = <Fields extends Record<string, ReturnType<typeof amount | typeof remainder>>>(
  fields: Fields
) =>
  vine
    .array(vine.object({ objectPath: callerPath(), amount: amount(), share: share(), ...fields }))
    .minLength(1)
    .maxLength(LEDGER_LIMITS.splitSides)
    .optional()

const amount = () => usdAmount().optional()
const remainder = () => vine.literal(true).optional()

const splitTerms = {
  moves: vine
    .array(
      vine.object({
        sourceObjectPath: callerPath(),
        targetObjectPath: callerPath(),
        amount: usdAmount(),
      })
    )
    .minLength(1)
    .maxLength(LEDGER_LIMITS.splitMoves)
    .optional(),
  sources: sides({ max: amount() }),
  targets: sides({ remainder: remainder() }),
  amount: amount(),
  feeOverride: usdAmountOrZero().optional(),
  ...conditionFields(),
}

/** A posting that a schedule makes. */
export const splitTemplate = vine.create(splitTerms)

export const splitBody = vine.create({ realmId: realmId(), path: callerPath(), ...splitTerms })
