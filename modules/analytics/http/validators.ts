import vine from '@vinejs/vine'
import { anyPath, pathPrefix, realmId } from '#app/http/rules'

export const valuationQuery = vine.create({ realmId: realmId(), path: anyPath() })

export const aggregateQuery = vine.create({ realmId: realmId(), prefix: pathPrefix() })
