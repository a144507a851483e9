import type { PolicyConditions } from '#app/extension/principal'
import { accepted, type AnyData, Client, type Reply, type TestRealm } from '#tests/support/client'

export const KEYS = '/api/v1/api-keys'
export const TOKEN = '/api/v1/auth/token'

/** A statement as a caller writes it. */
export interface Statement {
  effect?: 'Allow' | 'Deny'
  actions: string[]
  resources: string[]
  conditions?: PolicyConditions
}

export interface MadeKey {
  id: string
  rawKey: string
  client: Client
  view: AnyData
}

/** An API key of this caller's organization, and a client that uses it. */
export async function makeKey(by: Client, body: Record<string, unknown> = {}): Promise<MadeKey> {
  const { apiKey, rawKey } = accepted(await by.post(KEYS, { name: 'Test', ...body }))
  return { id: apiKey.id, rawKey, client: Client.withToken(rawKey), view: apiKey }
}

export function allow(actions: string | string[], ...resources: string[]): Statement {
  return { actions: [actions].flat(), resources }
}

export function deny(actions: string | string[], ...resources: string[]): Statement {
  return { effect: 'Deny', ...allow(actions, ...resources) }
}

export function mint(by: Client, realmId: string, ...statements: Statement[]) {
  return by.post<{ token: string; expiresAt: string }>(TOKEN, {
    realmId,
    sub: 'user-1',
    scope: { statements },
  })
}

/** A client with a scoped token of this realm. */
export async function scoped({ client, id }: TestRealm, ...statements: Statement[]) {
  return Client.withToken(accepted(await mint(client, id, ...statements)).token)
}

/** What a refusal says, without the wording. */
export function refusal({ status, error }: Reply<unknown>) {
  const { action, resource } = error.details ?? {}
  return { status, code: error.code, action, resource }
}

export const forbidden = (action: string, resource: string) => ({
  status: 403,
  code: 'FORBIDDEN',
  action,
  resource,
})

export const notOrganization = forbidden('organization', '/')

/** Routes for the person alone: no API key and no minted token. */
export const notBuilder = forbidden('builder_session', '/')
