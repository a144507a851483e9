import type { ServiceObject } from '#app/extension/ledger_terms'
import type { ObjectReader } from '#modules/ledger/index'

type ObjectRow = Awaited<ReturnType<ObjectReader['under']>>[number]

/** An object row of the ledger in the terms of extension points. */
export function serviceObject(row: ObjectRow): ServiceObject {
  return {
    id: row.id,
    realmId: row.realm_id,
    path: row.path,
    type: row.type,
    denomination: row.denomination,
    status: row.status,
    metadata: row.metadata,
  }
}
