import { schema } from '#app/http/schemas'

const { boolean, decimal, enumeration, integer, list, object, string, timestamp } = schema

const market = object({
  id: schema.text('`<venue code>:<dex index>:<symbol>`'),
  symbol: string,
  dexIndex: integer,
  szDecimals: schema.integer,
  maxLeverage: integer,
  marginTiers: list(object({ lowerBound: decimal, maxLeverage: integer })),
  marginModes: list(enumeration('cross', 'isolated')),
  isolatedMarginRemovable: boolean,
  isDelisted: boolean,
  status: enumeration('active', 'delisted'),
  minNotional: decimal,
  maxMarketOrderNotional: decimal,
  takerFeeRate: decimal,
  makerFeeRate: decimal,
  impactNotional: decimal,
  fundingIntervalSeconds: integer,
})

export const answers = {
  meta: schema.envelope(object({ markets: list(market) })),
  mids: schema.envelope(
    object({
      mids: {
        type: 'object',
        description: 'Price by market id; markets without a price are left out',
        additionalProperties: decimal,
      },
      marketDataAsOf: timestamp,
      ageSeconds: integer,
      staleAfterSeconds: integer,
      stale: boolean,
    })
  ),
}
