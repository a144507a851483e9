import { answerTo, bodyWithin } from '#app/outbound/answer_to'

export interface JsonAnswer {
  status: number
  text: string
}

interface Bounds {
  withinMs: number
  /** How many bytes the answer has at most: one without an end would take the memory of the process. */
  most: number
}

/**
 * Posts JSON, and follows no redirect. `fetch` does it too, but a process that has used that once keeps
 * 14 MB for it, and a worker asks its node all the time (docs/decisions/0029).
 *
 * @throws Error what the system told; `TimeoutError` when the answer, its body included, does not come in time
 */
export async function postJson(url: string, body: object, bounds: Bounds): Promise<JsonAnswer> {
  const signal = AbortSignal.timeout(bounds.withinMs)
  const sent = Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'content-length': sent.length }
  try {
    const answer = await answerTo(new URL(url), { method: 'POST', headers, signal }, sent)
    const status = answer.statusCode!
    if (status >= 300 && status < 400) {
      answer.destroy()
      throw new Error(`HTTP status ${status}, a redirect`)
    }
    return { status, text: (await bodyWithin(answer, bounds.most)).toString() }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
