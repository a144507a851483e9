import type { IncomingMessage, ServerResponse } from 'node:http'
import server from '@adonisjs/core/services/server'
import type { HttpContext } from '@adonisjs/core/http'
import { inject } from 'light-my-request'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { Reply } from '#app/http/envelope'

/** A request as it was kept. */
export interface KeptRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query. */
  target: string
  /** JSON as it came; null without a body. */
  body: string | null
  /** The name that its caller gave it, or that it was given when it was kept. */
  idempotencyKey: string | null
}

/** For whom a request of this process is executed. No header can say so. */
const CALLERS = new WeakMap<IncomingMessage, Principal>()

/** The caller of a request that was approved, with the proofs of the time when it was asked. */
export function approvedCaller({ request }: HttpContext): Principal | null {
  return CALLERS.get(request.request) ?? null
}

/**
 * Executes requests that people have approved: each goes the way of every other request, past the
 * same validators, policies, guards and limits, but no credential is sent.
 */
@singleton()
export class ApprovedRequests {
  /** @param caller as the credential stands now */
  async execute(
    caller: Principal,
    { method, target, body, idempotencyKey }: KeptRequest
  ): Promise<Reply> {
    // A worker has the routes of a server, and serves nobody.
    if (!server.booted) await server.boot()
    const answered = await inject(
      (request, response) => {
        // All of its body is there, so nobody waits for the rest.
        const incoming = Object.assign(request, { complete: true }) as unknown as IncomingMessage
        CALLERS.set(incoming, caller)
        void server.handle(incoming, response as unknown as ServerResponse)
      },
      {
        method,
        url: target,
        remoteAddress: caller.origin?.ip,
        headers: {
          ...(caller.origin && { 'x-request-id': caller.origin.requestId }),
          ...(body !== null && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== null && { payload: body }),
      }
    )
    return { status: answered.statusCode, body: JSON.parse(answered.payload) as unknown }
  }
}
