import { hash } from 'node:crypto'

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
    return (this.#hash ??= hash('sha256', this.token, 'base64'))
  }

  /** What stands behind its scheme; empty without the header. */
  get token(): string {
    const { authorization = '' } = this
    return authorization.slice(authorization.lastIndexOf(' ') + 1)
  }
}
