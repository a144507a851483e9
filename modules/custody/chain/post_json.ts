import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'

export interface JsonAnswer {
  status: number
  text: string
}

/**
 * Posts JSON, and follows no redirect. `fetch` does it too, but a process that has used that once keeps
 * 14 MB for it, and a worker asks its node all the time (docs/decisions/0029).
 *
 * @throws Error what the system told; `TimeoutError` when the answer, its body included, does not come in time
 */
export async function postJson(url: string, body: object, timeoutMs: number): Promise<JsonAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const sent = Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'content-length': sent.length }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method: 'POST', headers, signal }, resolve)
        .on('error', reject)
        // An answer that switches protocols ends the connection without an error or an answer.
        .on('close', () => reject(new Error('the connection ended without an answer')))
        .end(sent)
    })
    const status = answer.statusCode!
    const told = { status, text: await text(answer) }
    if (status >= 300 && status < 400) throw new Error(`HTTP status ${status}, a redirect`)
    return told
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
