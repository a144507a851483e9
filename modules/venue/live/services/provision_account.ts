import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ObjectReader, PostComposed } from '#modules/ledger/index'
import { failpoint } from '../../failpoints.ts'
import { VENUE_LIMITS } from '../../limits.ts'
import { openAccount } from '../../core/engine/cash.ts'
import type { VenuePlace } from '../../core/venue_place.ts'
import { usdOf } from '../core/book_venue.ts'
import { readErrorText } from '../core/error_texts.ts'
import type { WireAccountState, WireAgent } from '../core/wire_shapes.ts'
import {
  type LiveAccount,
  type LiveAccountState,
  LiveAccountStore,
} from '../storage/live_account_store.ts'
import { LiveLimitsStore } from '../storage/live_limits_store.ts'
import type { UserAction } from '../wire/hyperliquid.ts'
import { VenueKey } from '../wire/sealed_key.ts'
import { LiveBooks } from './live_books.ts'
import { LiveConnection, type OpenConnection } from './live_connection.ts'
import { LivePrices } from './live_prices.ts'

const MAX_DOUBLINGS = 10
/** The highest builder fee that an account approves: in tenths of a basis point, and as a share. */
const BUILDER_TENTHS = 100
const BUILDER_RATE = '0.1%'

/**
 * Sets up an account at the venue, step by step. Every step looks before it acts, and stores what
 * it acts with, so that any step may be interrupted and repeated.
 */
@singleton()
export class ProvisionAccount {
  constructor(
    private connection: LiveConnection,
    private accounts: LiveAccountStore,
    private limits: LiveLimitsStore,
    private books: LiveBooks,
    private poster: PostComposed,
    private objects: ObjectReader,
    private prices: LivePrices,
    private clock: Clock,
    private log: Logger
  ) {}

  /** Draws the account's key. A second call keeps the first one. */
  async begin({ realmId, objectId }: VenuePlace): Promise<void> {
    const { secret } = this.connection.require()
    if (await this.accounts.find(objectId)) return
    const key = VenueKey.draw()
    const sealedKey = key.seal(secret, bindingOf(objectId, key.address))
    const nowMs = this.clock.nowMs()
    await this.accounts.create({ objectId, realmId, address: key.address, sealedKey, nowMs })
  }

  /** Takes as many steps as are possible now. */
  async advance(account: LiveAccount): Promise<void> {
    const nowMs = this.clock.nowMs()
    if (!(await this.accounts.claim(account, nowMs + VENUE_LIMITS.liveClaimMs))) return
    const { objectId } = account
    const { timings } = this.connection.require()
    try {
      for (;;) {
        const current = await this.accounts.find(objectId)
        if (!current || isEnd(current.state)) return
        const next = (await this.#isGone(current)) ? 'closed' : await this.#step(current)
        if (next === null) break
        await this.accounts.move(objectId, current.state, next)
        await failpoint('venue.provisioned')
      }
    } catch (error) {
      this.log.warn({ objectId, error: String(error) }, 'a live account could not be set up yet')
    }
    const age = this.clock.nowMs() - account.createdAtMs
    if (age > timings.giveUpMs) {
      const current = await this.accounts.find(objectId)
      if (!current || isEnd(current.state)) return
      await this.accounts.move(objectId, current.state, 'failed')
      this.log.error({ objectId }, 'a live account was not set up in time and was given up')
      return
    }
    if (age > VENUE_LIMITS.liveAlertAfterMs)
      this.log.error({ objectId, age }, 'a live account is long in setup')
    const waitMs = timings.retryMs * 2 ** Math.min(account.attempts, MAX_DOUBLINGS)
    await this.accounts.update(objectId, {
      attempts: account.attempts + 1,
      dueAtMs: this.clock.nowMs() + Math.min(waitMs, timings.retryCapMs),
    })
  }

  /** Whether the object is deleted: no money is spent on an account that nobody can use any more. */
  async #isGone({ objectId }: LiveAccount): Promise<boolean> {
    const object = await this.objects.ledgerObject(objectId)
    return object === null || object.status === 'deleted'
  }

  /**
   * Draws a new agent and has it approved before the old one ends; then the new agent takes over.
   */
  async rotate(account: LiveAccount): Promise<void> {
    await this.#approveAgent(account)
  }

  /** @returns the state that was reached, or null when the step has to wait */
  async #step(account: LiveAccount): Promise<LiveAccountState | null> {
    switch (account.state) {
      case 'key_ready':
        return (await this.#fund(account)) ? 'funding_sent' : null
      case 'funding_sent':
        return (await this.#exists(account)) ? 'account_active' : null
      case 'account_active':
        return (await this.#approveAgent(account)) ? 'agent_approved' : null
      case 'agent_approved':
        return (await this.#approveBuilder(account)) ? 'builder_approved' : null
      case 'builder_approved':
        await this.#openBooks(account)
        return 'ready'
      default:
        return null
    }
  }

  async #exists({ address }: LiveAccount): Promise<boolean> {
    const { wire } = this.connection.require()
    const { role } = await wire.info<{ role: string }>({ type: 'userRole', user: address }, 'order')
    return role !== 'missing'
  }

  /** The nonce is stored first: the venue accepts a repeated transfer only once. */
  async #fund(account: LiveAccount): Promise<boolean> {
    if (await this.#exists(account)) return true
    const { master, wire, fundingUsd } = this.connection.require()
    const { objectId, address } = account
    let { fundingNonce } = account
    if (fundingNonce === null) {
      fundingNonce = await this.limits.nextNonce(master.address, this.clock.nowMs())
      await this.accounts.update(objectId, { fundingNonce })
    }
    await failpoint('venue.funding')
    const action: UserAction = { type: 'usdSend', destination: address, amount: fundingUsd }
    const reply = await wire.actAsUser(master, action, fundingNonce)
    if (reply.status === 'ok') return true
    if (readErrorText(reply.response).kind === 'nonce_used') return true
    throw new Error('The venue did not take the funding of an account')
  }

  async #approveAgent(account: LiveAccount): Promise<boolean> {
    const { secret } = this.connection.require()
    const { objectId, address } = account
    let { nextAgent } = account
    if (!nextAgent) {
      const key = VenueKey.draw()
      const sealedKey = key.seal(secret, bindingOf(objectId, key.address))
      nextAgent = { address: key.address, sealedKey }
      await this.accounts.update(objectId, { nextAgent })
      await failpoint('venue.agent_drawn')
    }
    if (!(await this.#isApproved(address, nextAgent.address))) {
      const action: UserAction = {
        type: 'approveAgent',
        agentAddress: nextAgent.address,
        // Each key has its own name: the venue drops an agent whose name is used again.
        agentName: `svc-${nextAgent.address.slice(2, 10)}`,
      }
      await this.#asAccount(account, action)
      if (!(await this.#isApproved(address, nextAgent.address))) return false
    }
    const agent = { ...nextAgent, sinceMs: this.clock.nowMs() }
    await this.accounts.update(objectId, { agent, nextAgent: null })
    return true
  }

  async #isApproved(user: string, agent: string): Promise<boolean> {
    const { wire } = this.connection.require()
    const agents = await wire.info<WireAgent[]>({ type: 'extraAgents', user }, 'order')
    const least = this.clock.nowMs() + VENUE_LIMITS.liveAgentLeftMs
    return agents.some((each) => each.address.toLowerCase() === agent && each.validUntil > least)
  }

  async #approveBuilder(account: LiveAccount): Promise<boolean> {
    const { builder, wire } = this.connection.require()
    if (!builder) return true
    const request = { type: 'maxBuilderFee', user: account.address, builder: builder.address }
    const isApproved = async () => (await wire.info<number>(request, 'order')) >= BUILDER_TENTHS
    if (await isApproved()) return true
    const { address } = builder
    const action: UserAction = {
      type: 'approveBuilderFee',
      maxFeeRate: BUILDER_RATE,
      builder: address,
    }
    await this.#asAccount(account, action)
    return isApproved()
  }

  async #asAccount({ objectId, address, sealedKey }: LiveAccount, action: UserAction) {
    const { secret, wire }: OpenConnection = this.connection.require()
    const key = VenueKey.open(sealedKey, secret, bindingOf(objectId, address))
    const nonce = await this.limits.nextNonce(key.address, this.clock.nowMs())
    const reply = await wire.actAsUser(key, action, nonce)
    if (reply.status !== 'ok') throw new Error(`The venue did not take ${action.type}`)
  }

  /** What is left of the operator's funding belongs to the operator and is in no balance. */
  async #openBooks({ objectId, realmId, address, floatUsd }: LiveAccount): Promise<void> {
    const { wire } = this.connection.require()
    if (floatUsd === null) {
      const request = { type: 'clearinghouseState', user: address }
      const { marginSummary } = await wire.info<WireAccountState>(request, 'state')
      await this.accounts.update(objectId, { floatUsd: usdOf(marginSummary.totalRawUsd) })
    }
    const companion = this.books.companion({
      realmId,
      inputs: await this.prices.inputs(0),
      work: async (draft, session) => {
        const current = await this.accounts.find(objectId, session)
        // The object was deleted meanwhile: no account is opened for it.
        return current?.state === 'closed' ? null : openAccount(draft, objectId)
      },
    })
    await this.poster.pass(realmId, companion)
  }
}

export function bindingOf(objectId: string, address: string): string {
  return `${objectId}|${address}`
}

function isEnd(state: LiveAccountState): boolean {
  return state === 'ready' || state === 'failed' || state === 'closed'
}
