import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import canonicalize from 'canonicalize'
import { singleton } from '#app/extension/singleton'
import type { Reply } from '#app/http/envelope'
import { ServiceError } from '#app/http/errors/service_error'
import { keyedRequestOf } from '#app/http/idempotency/keyed_request'
import { KeyTaken, type Claim, KeptAnswers } from '#app/http/idempotency/kept_answers'
import { knownPrincipal } from '#app/http/middleware/declared_route_middleware'
import { Database, type SqlSession } from '#app/storage/database'

/**
 * Stores the answer in the transaction that creates what it tells of, so that either both exist or
 * neither. Call it last in the transaction, which may run again.
 *
 * @param result what the answer is made of; left out when it can only be read after the commit
 * @throws KeyTaken when an equal request came first; let it end the transaction
 */
export type Keep<Result> = (session: SqlSession, result?: Result) => Promise<void>

/** `Keep` for an answer that can only be read after the commit. */
export type KeepKey = (session: SqlSession) => Promise<void>

/** `Keep` for callers without a key. */
export const keepNothing: Keep<unknown> = async () => {}

export interface OnceWork<Result> {
  /**
   * Does the work of the request.
   *
   * @param name identifies this very request; null without a key. Work outside of a transaction
   *   must be harmless to repeat, or happen once by this name: the process may end before the
   *   answer is stored, and the repetition is then executed
   */
  run: (keep: Keep<Result>, name: string | null) => Promise<Result>
  reply: (result: Result) => Reply | Promise<Reply>
  /**
   * Reads the present state for a repetition of work that was done and whose answer was never
   * stored.
   */
  again?: () => Promise<Result>
  /**
   * Whether a repetition gets this answer; otherwise it is executed again. Left out, it always
   * does.
   */
  isFinal?: (result: Result) => boolean
}

/**
 * Executes a request that makes no operation once per `Idempotency-Key`, and answers its
 * repetitions like the first request. A refusal is not stored: the same key may be used again.
 */
@singleton()
export class AnswerOnce {
  /** Keys whose request runs in this process; repetitions wait for it. */
  #running = new Map<string, Promise<void>>()

  constructor(
    private answers: KeptAnswers,
    private database: Database
  ) {}

  /** @throws ServiceError IDEMPOTENCY_VIOLATION, and what the work throws */
  async run<Result>(ctx: HttpContext, work: OnceWork<Result>): Promise<void> {
    const claim = claimOf(ctx)
    if (claim === null) return send(ctx, await work.reply(await work.run(keepNothing, null)))
    const name = claim.id.toString('hex')
    while (this.#running.has(name)) await this.#running.get(name)
    const done = this.#answer(ctx, claim, work)
    const nothing = () => {}
    this.#running.set(
      name,
      done.then(nothing, nothing).finally(() => this.#running.delete(name))
    )
    return done
  }

  async #answer<Result>(ctx: HttpContext, claim: Claim, work: OnceWork<Result>) {
    if (await this.#isRepeated(ctx, claim, work)) return
    let isTaken = false
    const add = async (writer: Pick<SqlSession, 'write'>, reply: Reply | null) => {
      try {
        await this.answers.add(writer, claim, reply)
      } catch (error) {
        isTaken = error instanceof KeyTaken
        throw error
      }
    }
    let kept: 'nothing' | 'key' | 'answer' = 'nothing'
    try {
      const result = await work.run(async (session, made) => {
        await add(session, made === undefined ? null : await work.reply(made))
        kept = made === undefined ? 'key' : 'answer'
      }, nameOf(claim))
      const reply = await work.reply(result)
      if (is(kept, 'nothing') && work.isFinal?.(result) !== false) await add(this.database, reply)
      if (is(kept, 'key')) await this.answers.complete(claim, reply)
      send(ctx, reply)
    } catch (error) {
      // Another process came first.
      if (!isTaken || !(await this.#isRepeated(ctx, claim, work))) throw error
    }
  }

  /**
   * Answers the request when its key was used before.
   *
   * @returns false when the key is new
   */
  async #isRepeated<Result>(ctx: HttpContext, claim: Claim, { reply, again }: OnceWork<Result>) {
    const kept = await this.answers.find(claim)
    if (!kept) return false
    if (!kept.inputs.equals(claim.inputs)) {
      throw new ServiceError('IDEMPOTENCY_VIOLATION', {
        message: 'This Idempotency-Key was used before with other inputs.',
        next: 'Use a new key for a new request.',
        details: { route: kept.route },
      })
    }
    const told = kept.reply ?? (again && (await reply(await again())))
    if (!told) {
      throw new ServiceError('CONFLICT', {
        message: 'This request was executed before and its answer cannot be read any more.',
        next: 'Look at what it made; use a new Idempotency-Key to make another one.',
      })
    }
    ctx.response.header('idempotent-replayed', 'true')
    send(ctx, told)
    return true
  }
}

/** Compares a variable that a closure assigns, which the compiler does not see. */
function is<Value>(value: Value, wanted: Value): boolean {
  return value === wanted
}

function send(ctx: HttpContext, { status, body }: Reply) {
  ctx.response.status(status).send(body)
}

/**
 * The claim of a request. A key belongs to its caller (a builder in every session, an API key, an
 * end user) and to the realm that the request names. No other caller, in this organization or
 * another one, finds its answer; nor does the same end user with another scope, who may not be
 * permitted to read it.
 */
function claimOf(ctx: HttpContext): Claim | null {
  const request = keyedRequestOf(ctx)
  if (!request) return null
  const principal = knownPrincipal(ctx)
  const owner = principal && {
    orgId: principal.orgId,
    actor: principal.actor,
    lockedTo: principal.realmId,
    statements: principal.statements,
  }
  const route = `${ctx.request.method()} ${ctx.route!.pattern}`
  const inputs = { route, params: ctx.params, query: ctx.request.qs(), body: bodyOf(ctx) }
  return {
    id: sha256([owner, request.realmId, request.key]),
    route,
    inputs: sha256(inputs),
  }
}

/**
 * The name covers the inputs: by the key alone, another request would be answered by what the first
 * one did.
 */
function nameOf({ id, inputs }: Claim): string {
  return hash('sha256', Buffer.concat([id, inputs]))
}

function bodyOf(ctx: HttpContext): unknown {
  return ctx.request.body() as unknown
}

function sha256(value: unknown): Buffer {
  return hash('sha256', canonicalize(value) ?? '', 'buffer')
}
