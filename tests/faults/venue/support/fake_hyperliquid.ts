import type { IncomingMessage, ServerResponse } from 'node:http'
import { FakeAccounts } from '#tests/faults/venue/support/fake_accounts'
import { signerOf, type Envelope } from '#tests/faults/venue/support/fake_signatures'
import { LocalServer } from '#tests/support/local_server'

/** What goes wrong with the next actions. */
export type Fault =
  /** Carried out; the answer never comes. */
  | 'timeout_after_accept'
  /** Not carried out, and no answer. */
  | 'lost'
  | 'too_many'
  | 'error_before'
  | 'error_after'
  /** The request arrives twice; the second answer is the one that is seen. */
  | 'duplicated'
  | 'nonce_collision'
  /** One error for the whole batch. */
  | 'batch_error'

export interface Action {
  type: string
  [field: string]: unknown
}

/** A local server that speaks the venue's documented protocol, and fails on demand. */
export class FakeHyperliquid extends LocalServer {
  readonly accounts = new FakeAccounts()
  /** Actions that were carried out, in order. */
  readonly carriedOut: { signer: string; action: Action }[] = []
  /** Requests that arrived at `/exchange`, carried out or not. */
  exchangeRequests = 0
  /** Types of the requests that arrived at `/info`. */
  readonly infoRequests: string[] = []
  /** Nothing is told any more. */
  silentInfo = false
  #faults: { fault: Fault; action: string }[] = []

  static start(): Promise<FakeHyperliquid> {
    return new FakeHyperliquid().listen()
  }

  protected serve(request: IncomingMessage, response: ServerResponse) {
    this.#answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  }

  /** The next action of a type meets a fault; several queue up. */
  fail(fault: Fault, action = 'order'): void {
    this.#faults.push({ fault, action })
  }

  countOf(type: string): number {
    return this.carriedOut.filter(({ action }) => action.type === type).length
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    const answer = (value: unknown) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (request.url === '/info') {
      this.infoRequests.push(String(body['type']))
      if (this.silentInfo) return void response.destroy()
      return answer(this.accounts.info(body as never))
    }
    if (request.url !== '/exchange') return void response.writeHead(404).end()
    this.exchangeRequests++
    const envelope = body as unknown as Envelope
    const fault = this.#takeFault(envelope.action.type)
    switch (fault) {
      case 'lost':
        return void response.destroy()
      case 'too_many':
        return void response.writeHead(429).end('null')
      case 'error_before':
        return void response.writeHead(502).end()
      case 'nonce_collision':
        return answer({ status: 'err', response: 'Invalid nonce: duplicate nonce' })
      case 'batch_error':
        return answer({
          status: 'ok',
          response: {
            type: 'order',
            data: { statuses: [{ error: 'Price must be divisible by tick size. asset=0' }] },
          },
        })
    }
    const reply = await this.#carryOut(envelope)
    if (fault === 'timeout_after_accept') return void response.destroy()
    if (fault === 'error_after') return void response.writeHead(500).end()
    answer(fault === 'duplicated' ? await this.#carryOut(envelope) : reply)
  }

  #takeFault(type: string): Fault | null {
    const index = this.#faults.findIndex(({ action }) => action === type)
    return index === -1 ? null : this.#faults.splice(index, 1)[0]!.fault
  }

  async #carryOut(envelope: Envelope): Promise<unknown> {
    const signer = await signerOf(envelope)
    const { action, nonce, expiresAfter } = envelope
    const account = this.accounts.ownerOf(signer)
    if (!account) {
      return { status: 'err', response: `User or API Wallet ${signer} does not exist.` }
    }
    if (account.nonces.has(`${signer}|${nonce}`)) {
      return { status: 'err', response: 'Invalid nonce: duplicate nonce' }
    }
    if (expiresAfter !== undefined && expiresAfter < Date.now()) {
      return { status: 'err', response: 'Action expired' }
    }
    account.nonces.add(`${signer}|${nonce}`)
    const reply = this.accounts.act(account, signer, action, nonce)
    this.carriedOut.push({ signer, action })
    return reply
  }
}
