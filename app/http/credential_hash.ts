import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import '#app/http/request_notes'

/** What caches know a credential by, so that no memory dump holds one: the hash of an Authorization header. */
export function credentialHash(authorization: string): string {
  return hash('sha256', authorization, 'base64')
}

/** That of a request, made once; undefined without a credential. */
export function credentialHashOf({ request, notes }: HttpContext): string | undefined {
  const authorization = request.header('authorization')
  if (authorization !== undefined) notes.credentialHash ??= credentialHash(authorization)
  return notes.credentialHash
}
