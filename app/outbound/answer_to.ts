import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

interface Asked extends Pick<RequestOptions, 'method' | 'headers'> {
  /** Which addresses a name may lead to. */
  lookup: LookupFunction
  /** How long the answer, its body included, may take. */
  withinMs: number
}

/**
 * Asks a server that a caller chose: over a connection of its own, and without following redirects.
 *
 * @returns the answer, whose body is to be read or destroyed
 * @throws Error when none comes in time
 */
export function answerTo(url: URL, asked: Asked, body?: Buffer): Promise<IncomingMessage> {
  const { withinMs, ...options } = asked
  const signal = AbortSignal.timeout(withinMs)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent: false, signal }, resolve)
      .on('error', reject)
      // An answer that switches protocols ends the connection without an error or an answer.
      .on('close', () => reject(new Error('The connection ended without an answer')))
      .end(body)
  })
}
