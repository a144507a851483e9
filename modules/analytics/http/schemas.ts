import { schema } from '#app/http/schemas'

const { decimal, enumeration, list, nullable, object, string } = schema

const balance = {
  denomination: string,
  amount: decimal,
  price: nullable(decimal),
  valueUsd: decimal,
}
const worth = {
  objectId: string,
  path: string,
  type: string,
  denomination: nullable(string),
  valueUsd: decimal,
  balances: list(object(balance)),
  reservedBalances: list(object({ ...balance, operationId: string })),
}
const side = enumeration('long', 'short')
const mark = { markPrice: nullable(decimal), unrealizedPnl: nullable(decimal) }

/** The one answer that says `ok` in place of `success`. */
export const valuationAnswer = {
  type: 'object',
  properties: {
    ok: { const: true },
    data: object({
      ...worth,
      positions: list(object({ market: string, size: decimal, side, entryPx: decimal, ...mark })),
    }),
  },
  required: ['ok', 'data'],
}

const breakdownEntry = object(
  {
    asset: string,
    category: enumeration('spot', 'exchange', 'perp'),
    amount: decimal,
    price: nullable(decimal),
    valueUsd: decimal,
    weightedAvgLeverage: decimal,
  },
  ['weightedAvgLeverage']
)

export const aggregateAnswer = schema.envelope(
  object(
    {
      prefix: string,
      totalEquityUsd: decimal,
      departingUsd: decimal,
      arrivingUsd: decimal,
      breakdown: list(breakdownEntry),
      objects: list(
        object({
          ...worth,
          positions: nullable(
            list(
              object({
                market: string,
                side,
                size: decimal,
                entryPrice: decimal,
                ...mark,
                valueUsd: decimal,
              })
            )
          ),
        })
      ),
      midsComplete: { const: false },
    },
    ['midsComplete']
  )
)
