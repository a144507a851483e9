import { schema } from '#app/http/schemas'
import { RESOLUTION_NAMES } from '../core/resolutions.ts'

const { decimal, enumeration, list, object, timestamp } = schema

const resolution = enumeration(...RESOLUTION_NAMES)
const history = {
  target: schema.path,
  kind: enumeration('path', 'object'),
  objectId: schema.id('obj'),
  from: timestamp,
  to: timestamp,
  resolution,
  /** Set when the range reaches back further than this resolution is kept. */
  resolutionRequested: resolution,
  serverNow: timestamp,
}
const optional: (keyof typeof history)[] = ['objectId', 'resolutionRequested']
const status = enumeration('open', 'sealed', 'carried', 'incomplete')

export const equityHistoryAnswer = schema.envelope(
  object(
    { ...history, points: list(object({ ts: timestamp, equityUsd: decimal, status })) },
    optional
  )
)

export const pnlHistoryAnswer = schema.envelope(
  object(
    {
      ...history,
      startTs: timestamp,
      startEquityUsd: decimal,
      points: list(object({ ts: timestamp, pnlUsd: decimal, equityUsd: decimal, status })),
    },
    optional
  )
)
