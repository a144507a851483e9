import { setTimeout as delay } from 'node:timers/promises'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { failpoint } from '../../failpoints.ts'
import { readErrorText } from '../core/error_texts.ts'
import { newOrders, type LivePlan, type LiveResult } from '../core/plan.ts'
import type { Priority } from '../core/rate_budget.ts'
import { readReply } from '../core/read_reply.ts'
import type { ExchangeReply, L1Action } from '../core/wire_shapes.ts'
import { type LiveAccount, LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveActionStore, type StoredAction } from '../storage/live_action_store.ts'
import { LiveLimitsStore } from '../storage/live_limits_store.ts'
import { VenueBusy, VenueSilent } from '../wire/hyperliquid.ts'
import { VenueKey } from '../wire/sealed_key.ts'
import { bodyOf, recordOf, resultOf } from './live_action.ts'
import { LiveConnection } from './live_connection.ts'
import { lookUpPlan } from './look_up.ts'

interface Sender {
  /** Whether the object's deletion sends the action, to wind the account up. */
  winding?: boolean
}

/**
 * Sends a stored action to the venue at most once, and finds out what became of it. A second caller
 * of the same action only looks.
 */
@singleton()
export class SendAction {
  constructor(
    private connection: LiveConnection,
    private actions: LiveActionStore,
    private accounts: LiveAccountStore,
    private limits: LiveLimitsStore,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError EXCHANGE_ERROR when the fate of the action is not known yet, or nothing
   *   could be sent; CONFLICT when its object is being deleted meanwhile
   */
  async carryOut(
    action: StoredAction,
    account: LiveAccount,
    { winding = false }: Sender = {}
  ): Promise<LiveResult> {
    const known = resultOf(action)
    if (known) return known
    const sent = action.state === 'stored' ? await this.#send(action, account, winding) : null
    return sent ?? this.#wait(action.id, account)
  }

  /**
   * Looks once at what became of an action.
   *
   * @returns null while its fate is open
   */
  async look(id: string, account: LiveAccount): Promise<LiveResult | null> {
    const action = await this.actions.byId(id)
    // The action was given up before anything was sent.
    if (!action) throw unavailable(null)
    const known = resultOf(action)
    if (known) return known
    const { wire, timings } = this.connection.require()
    const body = bodyOf(action)
    if (body.kind !== 'command') return null
    const over =
      action.state === 'stored' || this.clock.nowMs() > (action.expiresAtMs ?? 0) + timings.graceMs
    const found = await lookUpPlan(wire, account.address, body.plan, over)
    return found && this.#answered(action.id, found)
  }

  async #send(
    action: StoredAction,
    account: LiveAccount,
    winding: boolean
  ): Promise<LiveResult | null> {
    const body = bodyOf(action)
    if (body.kind !== 'command') throw new Error('Cash has its own way')
    const { plan } = body
    if (plan.action === null) return this.#answered(action.id, { kind: 'cancelled', orderIds: [] })
    const key = this.#agentOf(account)
    const setting = await this.#before(plan, key, account)
    if (setting) return this.#answered(action.id, setting)
    const { timings } = this.connection.require()
    const nonce = await this.limits.nextNonce(key.address, this.clock.nowMs())
    const expiresAtMs = this.clock.nowMs() + timings.orderLifetimeMs
    const dueAtMs = this.clock.nowMs() + timings.callerWaitMs
    // The claim is committed before the first byte leaves: from here on no other process sends the
    // action.
    if (!(await this.#claim(action, { nonce, expiresAtMs, dueAtMs }, winding))) return null
    await failpoint('venue.claimed')
    const reply = await this.#act(key, plan.action, {
      nonce,
      expiresAfter: expiresAtMs,
      priority: priorityOf(plan),
    }).catch(async (error: unknown) => {
      if (error instanceof VenueSilent) return null
      if (error instanceof VenueBusy) await this.actions.release(action.id)
      throw unavailable(error)
    })
    await failpoint('venue.sent')
    if (reply === null) return null
    await this.#checkSigner(action.id, reply, account)
    const result = readReply(plan, reply)
    return result && this.#answered(action.id, result)
  }

  async #claim(
    action: StoredAction,
    sending: { nonce: number; expiresAtMs: number; dueAtMs: number },
    winding: boolean
  ): Promise<boolean> {
    if (winding) return this.actions.claim(action.id, sending)
    const claimed = await this.actions.claimWhileActive(action, sending)
    if (claimed !== 'deleting') return claimed === 'claimed'
    const body = bodyOf(action)
    const orders = body.kind === 'command' ? newOrders(body.plan) : []
    await this.actions.discard(
      action.id,
      orders.map(({ cloid }) => cloid)
    )
    const { objectId } = action
    throw new ServiceError('CONFLICT', {
      message: `The object ${objectId} is being deleted.`,
      next: 'Wait until its delete operation has ended.',
      details: { objectId },
    })
  }

  /** Sends the setting that the order needs. Sending it again changes nothing. */
  async #before(plan: LivePlan, key: VenueKey, account: LiveAccount): Promise<LiveResult | null> {
    if (!plan.before) return null
    const { timings } = this.connection.require()
    const nonce = await this.limits.nextNonce(key.address, this.clock.nowMs())
    const expiresAfter = this.clock.nowMs() + timings.orderLifetimeMs
    const terms = { nonce, expiresAfter, priority: 'order' as const }
    const reply = await this.#act(key, plan.before, terms).catch((error: unknown) => {
      throw unavailable(error)
    })
    await this.#checkSigner(null, reply, account)
    if (reply.status === 'ok') return null
    const answer = readErrorText(reply.response)
    if (answer.kind === 'refused') return answer
    throw unavailable(null)
  }

  #act(
    key: VenueKey,
    action: L1Action,
    terms: { nonce: number; expiresAfter: number; priority: Priority }
  ): Promise<ExchangeReply> {
    return this.connection.require().wire.act(key, action, terms)
  }

  /**
   * An action that was signed by an unknown agent did nothing, and the account needs a new agent.
   */
  async #checkSigner(
    id: string | null,
    reply: ExchangeReply,
    { objectId, agent }: LiveAccount
  ): Promise<void> {
    if (reply.status !== 'err' || readErrorText(reply.response).kind !== 'unknown_signer') return
    if (id !== null) await this.actions.release(id)
    if (agent) await this.accounts.update(objectId, { agent: { ...agent, sinceMs: 0 } })
    throw unavailable(null)
  }

  async #wait(id: string, account: LiveAccount): Promise<LiveResult> {
    const { timings } = this.connection.require()
    const until = this.clock.nowMs() + timings.callerWaitMs
    for (;;) {
      const found = await this.look(id, account).catch((error: unknown) => {
        if (error instanceof VenueSilent || error instanceof VenueBusy) return null
        throw error
      })
      if (found) return found
      if (this.clock.nowMs() >= until) throw outcomeUnknown()
      await delay(timings.lookEveryMs)
    }
  }

  async #answered(id: string, result: LiveResult): Promise<LiveResult> {
    await this.actions.answer(id, recordOf(result))
    await failpoint('venue.answered')
    // The first answer that was stored decides.
    const stored = await this.actions.byId(id)
    return (stored && resultOf(stored)) ?? result
  }

  #agentOf({ objectId, agent }: LiveAccount): VenueKey {
    if (!agent) throw unavailable(null)
    const { secret } = this.connection.require()
    return VenueKey.open(agent.sealedKey, secret, `${objectId}|${agent.address}`)
  }
}

function priorityOf({ kind }: LivePlan): Priority {
  return kind === 'cancels' ? 'cancel' : 'order'
}

const MS_PER_SECOND = 1000

/** The error when nothing was sent or done: the same request may be repeated. */
export function unavailable(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const busy = error instanceof VenueBusy
  const known = busy || error instanceof VenueSilent || error === null
  if (!known) throw error
  const seconds = busy ? Math.ceil(error.retryAfterMs / MS_PER_SECOND) : 1
  return new ServiceError('EXCHANGE_ERROR', {
    details: { reason: busy ? 'upstream_rate_limited' : 'upstream_error' },
    headers: { 'Retry-After': `${seconds}` },
  })
}

function outcomeUnknown(): ServiceError {
  return new ServiceError('EXCHANGE_ERROR', {
    message: 'The venue has not said yet what became of the request.',
    next: 'Repeat the request with the same path: it is carried out at most once.',
    details: { reason: 'outcome_unknown' },
    headers: { 'Retry-After': '5' },
  })
}
