import { accepted, type AnyData, type Client } from '#tests/support/client'

export const AUDIT = '/api/v1/auth/audit'

/** An entry of the audit log as its readers see it. */
export interface Entry {
  id: string
  eventType: string
  success: boolean
  realmId: string | null
  actorType: string
  actorId: string
  credential: string
  credentialId: string
  details: AnyData
  requestId: string
  createdAt: string
}

export interface Page {
  entries: Entry[]
  total: number
  nextCursor: string | null
}

export async function pageOf(
  client: Client,
  query: Record<string, string | number> = {}
): Promise<Page> {
  return accepted(await client.get<Page>(AUDIT, query))
}
