import { randomUUID } from 'node:crypto'
import type { ApiClient } from '@japa/api-client'

/** A signed-in builder of a fresh organization. */
export interface Caller {
  token: string
}

export async function newCaller(client: ApiClient): Promise<Caller> {
  const email = `${randomUUID()}@custody.example`
  const identity = await client.post('/dev/identity/token').json({ email, name: 'Custody' })
  const identityBody = identity.body() as { idToken?: string; data?: { idToken: string } }
  const googleIdToken = identityBody.idToken ?? identityBody.data?.idToken
  const signIn = await client
    .post('/api/v1/auth/google')
    .json({ googleIdToken, orgName: `Custody ${email}` })
  return { token: (signIn.body() as { data: { token: string } }).data.token }
}

export async function newRealm(
  client: ApiClient,
  caller: Caller,
  asset: 'paper' | 'live' = 'paper'
): Promise<string> {
  const response = await client
    .post('/api/v1/realms')
    .bearerToken(caller.token)
    .json({ name: 'Custody realm', asset })
  if (response.status() !== 201) throw new Error(`No realm: ${JSON.stringify(response.body())}`)
  return (response.body() as { data: { id: string } }).data.id
}
