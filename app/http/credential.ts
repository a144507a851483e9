import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import '#app/http/request_notes'

/** The Authorization header of a request or a connection. */
export class Credential {
  #hash: string | undefined

  /** @param authorization undefined without the header */
  constructor(readonly authorization: string | undefined) {}

  /**
   * What caches know it by, so that no memory dump holds a token. It covers the token alone: a caller who
   * writes `bearer` in ever new ways would otherwise fill a cache with one token, and push out all others.
   */
  get hash(): string {
    return (this.#hash ??= hash('sha256', tokenOf(this.authorization ?? ''), 'base64'))
  }
}

/** That of a request. It is made once, because its hash takes a hundredth of a transfer. */
export function credentialOf({ request, notes }: HttpContext): Credential {
  return (notes.credential ??= new Credential(request.header('authorization')))
}

function tokenOf(authorization: string): string {
  return authorization.slice(authorization.lastIndexOf(' ') + 1)
}
