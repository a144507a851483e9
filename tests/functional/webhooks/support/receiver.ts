import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { accepted, until, type AnyData, type TestRealm } from '#tests/support/client'
import { LocalServer } from '#tests/support/local_server'

export interface Received {
  headers: IncomingHttpHeaders
  /** As it came, for signatures. */
  text: string
  body: AnyData
}

/** Answers a delivery; the number counts from 1. */
type Answer = (response: ServerResponse, received: Received, number: number) => void

const OK: Answer = (response) => response.writeHead(204).end()

/** A receiver of webhooks in this process: a real server that keeps what it gets. */
export class Receiver extends LocalServer {
  readonly received: Received[] = []
  answer: Answer = OK

  static open(): Promise<Receiver> {
    return new Receiver().listen()
  }

  override get url(): string {
    return `${super.url}/events`
  }

  protected async serve(request: IncomingMessage, response: ServerResponse) {
    const text = await textOf(request)
    const got = { headers: request.headers, text, body: JSON.parse(text) as AnyData }
    this.received.push(got)
    this.answer(response, got, this.received.length)
  }

  /** The types of what came, in the order in which it came. */
  get types(): string[] {
    return this.received.map(({ body }) => body.type as string)
  }

  /** The ids of what came, each once. */
  get ids(): string[] {
    return [...new Set(this.received.map(({ headers }) => String(headers['webhook-id'])))]
  }

  close() {
    return this.stop()
  }

  /** @throws when the signature is not one of this secret */
  verify(secret: string, { text, headers }: Received): AnyData {
    return new Webhook(secret).verify(text, headers as Record<string, string>)
  }

  /** Waits until so many requests have come. */
  async gets(count: number): Promise<Received[]> {
    await until(`${count} deliveries`, () => this.received.length >= count)
    return this.received
  }
}

export const WEBHOOKS = '/api/v1/webhooks'

export interface WebhookView {
  id: string
  url: string
  types: string[]
  pathPrefix: string
  description: string | null
  status: string
  failures: number
  nextAttemptAt: string | null
}

export interface DeliveryView {
  id: string
  eventId: string
  eventType: string
  status: string
  attempts: number
  payload: string
  nextAttemptAt: string | null
  log: {
    durationMs: number
    status: number | null
    failureMessage: string | null
    answer: string | null
  }[]
}

/** A webhook of the realm and its secret. */
export async function hook(
  realm: TestRealm,
  body: Record<string, unknown>
): Promise<{ webhook: WebhookView; secret: string }> {
  return accepted(await realm.post('/webhooks', body))
}

/** The deliveries of a webhook, newest first. */
export async function deliveriesOf(
  realm: TestRealm,
  id: string,
  query: Record<string, string> = {}
): Promise<DeliveryView[]> {
  const asked = { limit: 100, ...query }
  return accepted(await realm.client.get(`${WEBHOOKS}/${id}/deliveries`, asked)).deliveries
}

export async function shown(realm: TestRealm, id: string): Promise<WebhookView> {
  return accepted(await realm.client.get(`${WEBHOOKS}/${id}`)).webhook
}
