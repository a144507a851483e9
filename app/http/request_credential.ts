import type { HttpContext } from '@adonisjs/core/http'
import { Credential } from '#app/http/credential'
import '#app/http/request_notes'

/** What a request asks with. It is made once, because its hash takes a hundredth of a transfer. */
export function credentialOf({ request, notes }: HttpContext): Credential {
  return (notes.credential ??= new Credential(request.header('authorization')))
}
