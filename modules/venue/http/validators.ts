import vine from '@vinejs/vine'
import { realmId } from '#app/http/rules'

export const marketDataQuery = vine.create({ realmId: realmId().optional() })
