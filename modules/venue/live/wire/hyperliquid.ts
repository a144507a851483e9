import type * as Signing from '@nktkas/hyperliquid/signing'
import type { ExchangeReply, L1Action } from '../core/wire_shapes.ts'
import { infoWeight, type Priority } from '../core/rate_budget.ts'
import type { VenueKey } from './sealed_key.ts'

export interface WireOptions {
  /** Without a path; `/info` and `/exchange` follow. */
  url: string
  testnet: boolean
  timeoutMs: number
  /**
   * Takes weight from the budget.
   *
   * @throws VenueBusy when it does not suffice
   */
  spend: (weight: number, priority: Priority) => Promise<void>
}

/** The venue, or the service's own budget, takes no requests now. Nothing was done. */
export class VenueBusy extends Error {
  constructor(readonly retryAfterMs: number) {
    super('The venue takes no more requests at the moment')
    this.name = 'VenueBusy'
  }
}

/** The venue gave no usable answer. Whether an action was carried out is open. */
export class VenueSilent extends Error {
  constructor(why: string) {
    // The cause is left out: it may hold the request with its signature.
    super(`The venue gave no usable answer: ${why}`)
    this.name = 'VenueSilent'
  }
}

/** Actions that the account itself signs, not its agent. */
export type UserAction =
  | { type: 'usdSend'; destination: string; amount: string }
  | { type: 'approveAgent'; agentAddress: string; agentName: string }
  | { type: 'approveBuilderFee'; maxFeeRate: string; builder: string }

const TEXT = 'string'
const CHAIN = { name: 'hyperliquidChain', type: TEXT }
const USER_TYPES: Record<
  UserAction['type'],
  { primary: string; stamp: 'time' | 'nonce'; fields: { name: string; type: string }[] }
> = {
  usdSend: {
    primary: 'UsdSend',
    stamp: 'time',
    fields: [CHAIN, { name: 'destination', type: TEXT }, { name: 'amount', type: TEXT }],
  },
  approveAgent: {
    primary: 'ApproveAgent',
    stamp: 'nonce',
    fields: [CHAIN, { name: 'agentAddress', type: 'address' }, { name: 'agentName', type: TEXT }],
  },
  approveBuilderFee: {
    primary: 'ApproveBuilderFee',
    stamp: 'nonce',
    fields: [CHAIN, { name: 'maxFeeRate', type: TEXT }, { name: 'builder', type: 'address' }],
  },
}

/** The chain user actions are signed for; the venue takes any, and this is the one it names. */
const SIGNATURE_CHAIN = '0x66eee'
const MAX_ANSWER_BYTES = 8_000_000
const TOO_MANY = 429
const RETRY_AFTER_MS = 5_000
const BATCH_PER_WEIGHT = 40

/** Speaks the venue's protocol. It sends each request once and never repeats one by itself. */
export class Hyperliquid {
  #signing: Promise<typeof Signing> | null = null

  constructor(private options: WireOptions) {}

  async info<Answer>(
    request: { type: string } & Record<string, unknown>,
    priority: Priority,
    extraWeight = 0
  ): Promise<Answer> {
    await this.options.spend(infoWeight(request.type) + extraWeight, priority)
    return (await this.#post('info', request)) as Answer
  }

  /** @throws VenueBusy when nothing was done, VenueSilent when that is open */
  async act(
    key: VenueKey,
    action: L1Action,
    terms: { nonce: number; expiresAfter: number; priority: Priority }
  ): Promise<ExchangeReply> {
    const { nonce, expiresAfter, priority } = terms
    const { signL1Action } = await this.#library()
    await this.options.spend(1 + Math.floor(sizeOf(action) / BATCH_PER_WEIGHT), priority)
    const { testnet: isTestnet } = this.options
    const signed = { wallet: key, action: { ...action }, nonce, isTestnet, expiresAfter }
    const signature = await signL1Action(signed)
    return this.#exchange({ action, nonce, signature, expiresAfter })
  }

  async actAsUser(key: VenueKey, action: UserAction, nonce: number): Promise<ExchangeReply> {
    const { signUserSignedAction } = await this.#library()
    await this.options.spend(1, 'order')
    const { primary, stamp, fields } = USER_TYPES[action.type]
    const full = {
      ...action,
      signatureChainId: SIGNATURE_CHAIN,
      hyperliquidChain: this.options.testnet ? 'Testnet' : 'Mainnet',
      [stamp]: nonce,
    } as const
    const types = {
      [`HyperliquidTransaction:${primary}`]: [...fields, { name: stamp, type: 'uint64' }],
    }
    const signature = await signUserSignedAction({ wallet: key, action: full, types })
    return this.#exchange({ action: full, nonce, signature })
  }

  async #exchange(body: object): Promise<ExchangeReply> {
    const reply = (await this.#post('exchange', body)) as ExchangeReply | null
    const known =
      reply !== null &&
      typeof reply === 'object' &&
      (reply.status === 'err' ? typeof reply.response === 'string' : reply.status === 'ok')
    if (!known) throw new VenueSilent('an answer of unknown form')
    return reply
  }

  async #post(endpoint: 'info' | 'exchange', body: object): Promise<unknown> {
    const { url, timeoutMs } = this.options
    let response: Response
    let text: string
    try {
      response = await fetch(`${url}/${endpoint}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        // A host that answers with a redirection must not get a signed action sent to another
        // place.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await response.text()
    } catch {
      throw new VenueSilent('no connection, or no answer in time')
    }
    if (response.status === TOO_MANY) throw new VenueBusy(RETRY_AFTER_MS)
    if (!response.ok) throw new VenueSilent(`status ${response.status}`)
    if (text.length > MAX_ANSWER_BYTES) throw new VenueSilent('an answer beyond all measure')
    try {
      return JSON.parse(text)
    } catch {
      throw new VenueSilent('an answer that is no JSON')
    }
  }

  /**
   * The library is loaded when it is needed, so that an installation without a live venue does not
   * pay for it.
   */
  #library(): Promise<typeof Signing> {
    this.#signing ??= import('@nktkas/hyperliquid/signing')
    return this.#signing
  }
}

function sizeOf(action: L1Action): number {
  if (action.type === 'order') return action.orders.length
  return action.type === 'cancelByCloid' ? action.cancels.length : 1
}
