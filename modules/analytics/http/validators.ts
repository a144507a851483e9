import vine from '@vinejs/vine'
import { anyPath, instant, pathPrefix, realmId } from '#app/http/rules'

export const valuationQuery = vine.create({ realmId: realmId(), path: anyPath() })

export const pnlQuery = vine.create({
  realmId: realmId(),
  prefix: pathPrefix(),
  from: instant(),
  to: instant(),
})

export const aggregateQuery = vine.create({
  realmId: realmId(),
  prefix: pathPrefix(),
  asOf: instant().optional(),
})
