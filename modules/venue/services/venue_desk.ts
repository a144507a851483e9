import type { OperationType } from '#app/extension/vocabulary'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Companion, Composition } from '#modules/ledger/extension/companion'
import { failpoint } from '../failpoints.ts'
import { VENUE_LIMITS } from '../limits.ts'
import type { AskedEntry } from '../core/books/compose_entries.ts'
import { failedCommand } from '../core/books/failed_command.ts'
import { refusalText } from '../core/books/refusal_texts.ts'
import type { OrderRow } from '../core/books/rows.ts'
import { apply } from '../core/engine/apply.ts'
import type { Command } from '../core/engine/commands.ts'
import type { VenueEvent } from '../core/engine/events.ts'
import type { Inputs } from '../core/engine/market_inputs.ts'
import type { FailureReason, Refusal } from '../core/engine/refusals.ts'
import type { VenueState } from '../core/engine/state.ts'
import { msOfTick } from '../core/tick.ts'
import { type FeedInputs, RealmPasses } from './realm_passes.ts'
import { VenueBooks } from './venue_books.ts'

/** Commands for a realm's venue, and what they leave in the ledger. */
export interface Errand {
  realmId: string
  /** The commands for the state that they meet; all of them are done, or none. */
  commands: (state: VenueState) => readonly Command[]
  /** The realm's application fee, for orders that name none. */
  applicationTenthsBps?: number
  /** The prices of a step of the feed; left out, the present prices. */
  feed?: FeedInputs
  /**
   * Code of a refusal that a builder asked for: it replaces an acceptance or a refusal of phase B.
   */
  fault?: string
  /** The operation that the errand runs under; left out for an errand that no caller asked for. */
  asked?: AskedErrand
}

export interface AskedErrand {
  operationId: string
  opType: OperationType
  objectId: string
  outcome: (done: Done) => Record<string, unknown>
  /** The record of the failed order; left out when the command makes none. */
  failedOrder?: (failure: { inputs: Inputs; refusal: { reason: FailureReason } }) => OrderRow | null
}

const FAULT = {
  reason: 'simulated_fault',
  message: 'Refused as the simulation was told to.',
} as const

/** What an accepted errand has done. */
export interface Done {
  state: VenueState
  events: readonly VenueEvent[]
  inputs: Inputs
}

/** Takes commands to the engine, each inside the posting that books its result. */
@singleton()
export class VenueDesk {
  constructor(
    private books: VenueBooks,
    private passes: RealmPasses
  ) {}

  /** The present prices for commands of a realm; null when none are fresh enough to trade on. */
  async feed(realmId: string): Promise<FeedInputs | null> {
    const feed = await this.passes.current(realmId)
    if (!feed) return null
    const age = feed.nowMs - msOfTick(feed.tick)
    return age > VENUE_LIMITS.feedDeadMs ? null : feed
  }

  /** Prices are read before the realm is locked. */
  async companion(errand: Errand): Promise<Companion> {
    const feed = errand.feed ?? (await this.feed(errand.realmId))
    return {
      module: 'venue',
      compose: (session, now) => this.#compose(session, errand, feed, now),
      write: (session) => this.books.write(session),
      committed: (session) => this.books.committed(session),
    }
  }

  async #compose(
    session: SqlSession,
    errand: Errand,
    feed: FeedInputs | null,
    now: Micros
  ): Promise<Composition> {
    const { realmId, asked, applicationTenthsBps = 0 } = errand
    let state = await this.books.open(session, realmId)
    const inputs = this.books.inputs(feed, Math.floor(now / 1000), applicationTenthsBps)
    const commands = errand.commands(state)
    if (commands.length === 0) return { kind: 'composed', entries: [] }
    const events: VenueEvent[] = []
    for (const command of commands) {
      const result = apply(state, command, inputs)
      if (result.kind === 'refused') {
        const { refusal } = result
        if (errand.fault === undefined || refusal.phase === 'A') {
          return this.#refused(session, errand, { inputs, refusal, now })
        }
        break
      }
      state = result.state
      events.push(...result.events)
    }
    if (errand.fault !== undefined) return this.#faulty(session, errand, { inputs, now })
    await failpoint('venue.decided')
    const entry: AskedEntry | null = asked
      ? { ...asked, outcome: asked.outcome({ state, events, inputs }) }
      : null
    const operationId = asked?.operationId ?? null
    const booking = { realmId, state, events, inputs, asked: entry, operationId, now }
    return { kind: 'composed', entries: this.books.book(session, booking) }
  }

  /** A refusal of phase A stores nothing; a refusal of phase B stores the operation as failed. */
  #refused(
    session: SqlSession,
    { realmId, asked }: Errand,
    { inputs, refusal, now }: { inputs: Inputs; refusal: Refusal; now: Micros }
  ): Composition {
    if (refusal.phase === 'A' || !asked) return refusalOf(refusal)
    const row = asked.failedOrder?.({ inputs, refusal }) ?? null
    if (row) this.books.bookFailure(session, realmId, row, now)
    const { reason, code, details } = refusal
    const { message } = refusalText(reason, details)
    return failedCommand(asked, row, { inputs, code, reason, message, details })
  }

  /** Stores the refusal like a venue's own; what the command would have done is dropped. */
  #faulty(
    session: SqlSession,
    { realmId, asked, fault }: Errand,
    { inputs, now }: { inputs: Inputs; now: Micros }
  ): Composition {
    const code = fault!
    const details = { reason: FAULT.reason }
    if (!asked) return { kind: 'refused', code, message: FAULT.message, details }
    const row = asked.failedOrder?.({ inputs, refusal: FAULT }) ?? null
    if (row) this.books.bookFailure(session, realmId, row, now)
    return failedCommand(asked, row, { inputs, code, ...FAULT, details: {} })
  }
}

/** A refusal that stores nothing, as the caller is answered. */
export function refusalOf(refusal: Refusal): Extract<Composition, { kind: 'refused' }> {
  const { reason, code } = refusal
  const { message, next, field } = refusalText(reason, refusal.details)
  const blamed = [refusal.within, refusal.details.field ?? field].filter(Boolean).join('.')
  const fields = blamed === '' ? [] : [{ field: blamed, rule: reason, message }]
  const isInvalid = code === 'VALIDATION_ERROR'
  const details = { reason, ...refusal.details, ...(isInvalid && { fields }) }
  return { kind: 'refused', code, message, next, details }
}
