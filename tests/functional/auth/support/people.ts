import { randomUUID } from 'node:crypto'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import app from '@adonisjs/core/services/app'
import { SignJWT, type JWTPayload } from 'jose'
import { AccessTokenKeys, DevIdentityKeys } from '#modules/auth/services/key_ring'
import { AuthSettings } from '#modules/auth/settings'
import { pluck } from '#tests/support/client'

export interface SignedIn {
  token: string
  refreshToken: string
  expiresAt: string
  builder: { id: string; email: string; orgName: string; orgId: string; role: string }
}

/** An address nobody else in the database has. */
export function newEmail(): string {
  return `${randomUUID()}@auth.example`
}

export function dataOf<Data>(response: ApiResponse): Data {
  return (response.body() as { data: Data }).data
}

/** Code and details of a refusal, for comparison. */
export function refusalOf(response: ApiResponse) {
  const { success, error } = response.body() as {
    success: boolean
    error: {
      code: string
      message: string
      errorId?: string
      details?: { reason?: string; fields?: { field: string; rule: string }[] }
    }
  }
  return {
    success,
    status: response.status(),
    code: error.code,
    reason: error.details?.reason,
    fields: pluck(error.details?.fields, 'field'),
    errorId: error.errorId,
  }
}

export async function idTokenOf(client: ApiClient, email: string): Promise<string> {
  const response = await client.post('/dev/identity/token').json({ email, name: 'Test Person' })
  return (response.body() as { idToken: string }).idToken
}

export async function signIn(client: ApiClient, email = newEmail()): Promise<SignedIn> {
  const googleIdToken = await idTokenOf(client, email)
  const response = await client
    .post('/api/v1/auth/google')
    .json({ googleIdToken, orgName: `Org of ${email}` })
  return dataOf<SignedIn>(response)
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** An ID token signed with the provider's real key, with changed claims. */
export async function forgedIdToken(changes: JWTPayload, header: Record<string, unknown> = {}) {
  const keys = await app.container.make(DevIdentityKeys)
  const { devIssuer } = await app.container.make(AuthSettings)
  const { kid, algorithm, key } = await keys.signing()
  const email = newEmail()
  return new SignJWT({
    iss: devIssuer,
    aud: 'service',
    sub: email,
    email,
    email_verified: true,
    iat: nowSeconds(),
    exp: nowSeconds() + 60,
    ...changes,
  })
    .setProtectedHeader({ alg: algorithm, kid, ...header })
    .sign(key)
}

/** An account that does not exist. */
export const NOBODY = {
  id: 'bld_01k00000000000000000000000',
  orgId: 'org_01k00000000000000000000000',
}

/** An access token of a builder, signed with the service's real key, with changed claims. */
export async function forgedAccessToken(
  { id, orgId }: { id: string; orgId: string },
  changes: JWTPayload = {}
) {
  const keys = await app.container.make(AccessTokenKeys)
  const { appUrl } = await app.container.make(AuthSettings)
  const { kid, algorithm, key } = await keys.signing()
  return new SignJWT({
    iss: appUrl,
    aud: appUrl,
    typ: 'builder',
    sub: id,
    org: orgId,
    iat: nowSeconds(),
    exp: nowSeconds() + 60,
    ...changes,
  })
    .setProtectedHeader({ alg: algorithm, kid })
    .sign(key)
}

/** The same claims with `alg: none` and no signature. */
export function withoutSignature(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}
