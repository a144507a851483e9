import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

interface Asked extends Pick<RequestOptions, 'method' | 'headers'> {
  /**
   * Which addresses a name that a caller chose may lead to. Such a server is asked over a connection of its
   * own: one that is kept was looked up for somebody else.
   */
  lookup?: LookupFunction
  /** Ends the question and its answer, the body included. */
  signal: AbortSignal
}

/**
 * Asks a server without following redirects.
 *
 * @returns the answer, whose body is to be read or destroyed
 * @throws Error when none comes in time
 */
export function answerTo(url: URL, asked: Asked, body?: Buffer): Promise<IncomingMessage> {
  const agent = asked.lookup ? false : undefined
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, { ...asked, agent }, resolve)
      .on('error', reject)
      // An answer that switches protocols ends the connection without an error or an answer.
      .on('close', () => reject(new Error('The connection ended without an answer')))
      .end(body)
  })
}

/**
 * Reads the body of an answer.
 *
 * @throws Error when it is longer than so many bytes, of which no more is read then
 */
export async function bodyWithin(answer: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > most) throw new Error(`The answer has more than ${most} bytes`)
      chunks.push(chunk)
    }
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}
