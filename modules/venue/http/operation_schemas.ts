import type { JsonSchema } from '#app/http/route_declaration'
import type { OperationSchemas, OperationType } from '#app/extension/vocabulary'
import { schema } from '#app/http/schemas'
import { marketSchema, moneySchema } from '#modules/ledger/index'
import { ORDER_STATUSES } from '../core/engine/state.ts'
import { MARGIN_MODES } from '../core/markets.ts'
import { fillTerms, orderTerms } from './trading_schemas.ts'

const { boolean, decimal, enumeration, integer, list, nullable, object, string } = schema
const number = { type: 'number' }

/** Types that are asked for, and may be refused; the venue makes the others itself. */
const REFUSABLE: ReadonlySet<OperationType> = new Set(['order', 'cancel', 'twap', 'adjustment'])

/** What the venue says of what it refused. */
const refused = { code: string, details: schema.record }

/**
 * The outcome of a type of operation: how it went, and the part that is named like the type, which is
 * its context as well.
 */
function told(
  type: OperationType,
  name: string,
  context: JsonSchema,
  more: Record<string, JsonSchema> = {}
): OperationSchemas {
  const status = enumeration('completed', 'failed')
  const outcome = REFUSABLE.has(type)
    ? schema.named(name, { status, [type]: context, ...refused, ...more }, [
        type,
        ...Object.keys({ ...refused, ...more }),
      ])
    : schema.named(name, { status, [type]: context, ...more })
  return { outcome, context }
}

const order = schema.named('ToldOrder', orderTerms)
const orders = schema.named('ToldOrders', {
  orders: list(object({ orderId: schema.id('ord'), status: enumeration(...ORDER_STATUSES) })),
  count: integer,
})
const orderId = schema.id('ord')
const setting = schema.named(
  'ToldSetting',
  {
    market: marketSchema,
    leverage: integer,
    previousLeverage: integer,
    marginMode: enumeration(...MARGIN_MODES),
    amount: decimal,
    isolated: schema.named('ToldIsolatedMargin', {
      isolatedMargin: decimal,
      liquidationPrice: nullable(decimal),
    }),
  },
  ['leverage', 'previousLeverage', 'marginMode', 'amount', 'isolated']
)
const remainder = schema.named('ToldRemainder', {
  reason: enumeration('liquidation_penalty', 'bad_debt'),
  amount: decimal,
})

/** What the API document says of the venue's operations. */
export const VENUE_OPERATION_SCHEMAS: Partial<Record<OperationType, OperationSchemas>> = {
  order: told('order', 'OrderOutcome', { anyOf: [order, orders] }, { orderId, fee: moneySchema }),
  cancel: told(
    'cancel',
    'CancelOutcome',
    { anyOf: [order, orders, schema.named('StoppedTwap', { twapId: schema.id('op') })] },
    { orderId }
  ),
  // The type is the ledger's, which has adjustments of its own.
  adjustment: told(
    'adjustment',
    'VenueAdjustmentOutcome',
    { anyOf: [order, setting, remainder] },
    { orderId, fee: moneySchema }
  ),
  fill: told('fill', 'FillOutcome', schema.named('ToldFill', fillTerms), {
    fillId: schema.id('fil'),
  }),
  funding: told(
    'funding',
    'FundingOutcome',
    schema.named('ToldFunding', {
      market: marketSchema,
      hour: integer,
      rate: decimal,
      oraclePx: decimal,
      size: decimal,
      amount: decimal,
    })
  ),
  venue_close: told(
    'venue_close',
    'VenueCloseOutcome',
    schema.named('ForcedClose', {
      market: nullable(marketSchema),
      method: enumeration('market', 'backstop', 'settlement'),
      accountValue: decimal,
      maintenance: decimal,
    })
  ),
  twap: told(
    'twap',
    'TwapOutcome',
    schema.named(
      'ToldTwap',
      {
        twapId: schema.id('op'),
        market: marketSchema,
        side: enumeration('buy', 'sell'),
        totalSize: decimal,
        durationMinutes: number,
        intervalSeconds: number,
        reduceOnly: boolean,
        slippageBps: number,
        randomize: boolean,
        leverage: number,
        isolated: boolean,
        applicationFeeTenthsBps: integer,
      },
      [
        'intervalSeconds',
        'reduceOnly',
        'slippageBps',
        'randomize',
        'leverage',
        'isolated',
        'applicationFeeTenthsBps',
      ]
    )
  ),
}
