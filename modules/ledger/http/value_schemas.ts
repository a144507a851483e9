import type { JsonSchema } from '#app/http/route_declaration'
import { schema } from '#app/http/schemas'

/** `USD`, or the market of a position. */
export const denominationSchema: JsonSchema = { type: 'string', pattern: '^(USD|PERP:.+)$' }

/** The market of a position, for example `sim:0:BTC`. */
export const marketSchema: JsonSchema = { type: 'string', pattern: '^[a-z]+:\\d+:.+$' }

/** An amount of something, for example a fee. */
export const moneySchema = schema.named('Money', {
  amount: schema.decimal,
  denomination: denominationSchema,
})
