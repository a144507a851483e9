import type { IncomingMessage } from 'node:http'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { answerTo } from '#app/outbound/answer_to'
import type { Attempt } from '../core/delivery.ts'
import { UNANSWERED } from '../core/failure.ts'
import { signedHeaders, type Message } from '../core/signature.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WebhookTargets } from './webhook_targets.ts'

const ERROR_LENGTH = 200

/**
 * Sends one message to a receiver: a connection of its own, no redirects, an answer within a bound
 * of time and size.
 */
@singleton()
export class SendMessage {
  constructor(
    private targets: WebhookTargets,
    private clock: Clock,
    private answerMs: number = WEBHOOK_LIMITS.answerMs
  ) {}

  /**
   * @param secrets each signs; without one nothing is sent
   * @returns what came of it; it never throws
   */
  async run(
    url: string,
    message: Omit<Message, 'timestamp'>,
    secrets: readonly string[]
  ): Promise<Attempt> {
    const at = this.clock.nowMicros()
    const timestamp = Math.floor(at / 1_000_000)
    const come = await this.#send(url, { ...message, timestamp }, secrets).catch(
      (error: unknown) => ({ status: null, answer: null, error: reasonOf(error) })
    )
    return { at, durationMs: Math.round((this.clock.nowMicros() - at) / 1000), ...come }
  }

  async #send(url: string, message: Message, secrets: readonly string[]) {
    if (secrets.length === 0) {
      throw new Error(UNANSWERED.sealed)
    }
    const problem = this.targets.problem(url)
    if (problem) throw new Error(`The url ${problem}`)
    const answer = await this.#answerOf(new URL(url), message, secrets)
    return { status: answer.statusCode ?? null, answer: await beginningOf(answer), error: null }
  }

  #answerOf(url: URL, message: Message, secrets: readonly string[]): Promise<IncomingMessage> {
    const body = Buffer.from(message.body)
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'webhooks/1',
      ...signedHeaders(message, secrets),
    }
    const { lookup } = this.targets
    const signal = AbortSignal.timeout(this.answerMs)
    return answerTo(url, { method: 'POST', headers, lookup, signal }, body)
  }
}

/** The status is known by now, so that an answer that breaks off afterwards takes nothing back. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= WEBHOOK_LIMITS.answerBytes) break
    }
  } catch {
    // What has come is all there is.
  } finally {
    answer.destroy()
  }
  return [...Buffer.concat(chunks).toString('utf8')].slice(0, WEBHOOK_LIMITS.answerLength).join('')
}

function reasonOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return UNANSWERED.late
  return (code ?? message).slice(0, ERROR_LENGTH)
}
