import vine from '@vinejs/vine'
import { usdAmountOrZero } from '#app/http/rules'

/** The conditions that a movement may have. */
export const conditionFields = () => ({
  ifSourceBalanceAtLeast: usdAmountOrZero().optional(),
  ifTargetBalanceAtMost: usdAmountOrZero().optional(),
  ifSourceVersion: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([0, Number.MAX_SAFE_INTEGER])
    .optional(),
})
