import vine from '@vinejs/vine'
import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { RealmLookup } from '#app/extension/realm_lookup'
import { ServiceError, invalidField, realmNotFound } from '#app/http/errors/service_error'
import { form, realmId } from '#app/http/rules'
import { frameInput } from '#app/realtime/frames'
import { LIMITS } from '#app/limits'

/**
 * A token of another form would be refused in the words of a header, which a frame does not have.
 */
const credential = () =>
  vine
    .string()
    .maxLength(LIMITS.accessTokenLength)
    .use(form(/^\S+$/, 'must be one credential, without spaces'))

export const authFrame = vine.create({
  realmId: realmId(),
  token: credential().optional(),
  apiKey: credential().optional(),
})

/** What a connection authenticated with; it is checked again while the connection lives. */
export interface Pass {
  realmId: string
  authorization: string
}

/** @throws ServiceError VALIDATION_ERROR */
export async function passOf(input: Record<string, unknown>): Promise<Pass> {
  const { realmId: id, token, apiKey } = await frameInput(authFrame, input)
  if ((token === undefined) === (apiKey === undefined)) {
    throw invalidField('token', 'one_of', 'The frame must hold either token or apiKey')
  }
  return { realmId: id, authorization: `Bearer ${token ?? apiKey}` }
}

/** @throws ServiceError UNAUTHORIZED, NOT_FOUND, REALM_SCOPE_MISMATCH */
export async function enter(
  { access, realms }: { access: AccessControl; realms: RealmLookup },
  { authorization, realmId: id }: Pass
): Promise<Principal> {
  const principal = await access.authenticate(authorization)
  const orgId = await realms.orgOf(id)
  if (orgId === null || orgId !== principal.orgId) throw realmNotFound(id)
  if (principal.realmId !== null && principal.realmId !== id) {
    throw new ServiceError('REALM_SCOPE_MISMATCH')
  }
  return principal
}
