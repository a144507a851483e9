import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Companion, Composition } from '#modules/ledger/extension/companion'
import { failedCommand } from '../../core/books/failed_command.ts'
import { refusalText } from '../../core/books/refusal_texts.ts'
import { Draft } from '../../core/engine/draft.ts'
import type { Inputs } from '../../core/engine/market_inputs.ts'
import type { Refusal, VenueFault } from '../../core/engine/refusals.ts'
import { VenueBooks } from '../../services/venue_books.ts'
import { refusalOf, type AskedErrand } from '../../services/venue_desk.ts'
import { NO_TICKS } from './live_prices.ts'

/** What was refused, and what the caller is told of it. */
export interface Failure {
  refusal: Refusal | null
  /** Set when the venue is to blame. */
  code?: { code: string; reason: VenueFault; message: string }
}

export interface LiveChange {
  realmId: string
  inputs: Inputs
  /**
   * Changes the draft, or answers why not. It runs inside the posting, and again if the posting is
   * repeated.
   */
  work: (draft: Draft, session: SqlSession) => Promise<Failure | null>
  asked?: AskedErrand
}

/**
 * The books of live accounts: the same state, entries and checks as those of simulated accounts,
 * but changed by the venue's reports in place of the engine.
 */
@singleton()
export class LiveBooks {
  constructor(private books: VenueBooks) {}

  companion(change: LiveChange): Companion {
    return {
      module: 'venue',
      compose: (session, now) => this.#compose(session, change, now),
      write: (session) => this.books.write(session),
      committed: (session) => this.books.committed(session),
    }
  }

  /** A companion for a used path, whose stored result is the answer; it composes nothing. */
  unasked(): Companion {
    return {
      module: 'venue',
      compose: () => Promise.resolve({ kind: 'composed', entries: [] }),
      write: () => Promise.resolve(),
      committed: () => {},
    }
  }

  async #compose(session: SqlSession, change: LiveChange, now: Micros): Promise<Composition> {
    const { realmId, asked } = change
    const state = await this.books.open(session, realmId)
    const inputs = { ...change.inputs, nowMs: Math.floor(now / 1000) }
    const draft = new Draft(state, inputs)
    const failure = await change.work(draft, session)
    if (failure) return this.#failed(session, change, { inputs, failure, now })
    if (!asked && draft.events.length === 0) return { kind: 'composed', entries: [] }
    // Passes of the simulated feed look for realms behind its tick; a live realm never is.
    draft.reachTick(NO_TICKS)
    const [after, { events }] = [draft.toState(), draft]
    const entry = asked && { ...asked, outcome: asked.outcome({ state: after, events, inputs }) }
    const entries = this.books.book(session, {
      realmId,
      state: after,
      events,
      inputs,
      asked: entry ?? null,
      operationId: asked?.operationId ?? null,
      now,
    })
    return { kind: 'composed', entries }
  }

  #failed(
    session: SqlSession,
    { realmId, asked }: LiveChange,
    { inputs, failure, now }: { inputs: Inputs; failure: Failure; now: Micros }
  ): Composition {
    const { refusal, code } = failure
    if (refusal && (refusal.phase === 'A' || !asked)) return refusalOf(refusal)
    if (!asked) throw new Error('What the venue reports is booked, not refused')
    const blamed: Refusal = refusal ?? {
      reason: 'no_market_data',
      phase: 'B',
      code: code!.code,
      details: {},
    }
    const row = asked.failedOrder?.({ inputs, refusal: blamed }) ?? null
    const reason = code?.reason ?? blamed.reason
    if (row) this.books.bookFailure(session, realmId, { ...row, failureReason: reason }, now)
    const message = code?.message ?? refusalText(blamed.reason, blamed.details).message
    return failedCommand(asked, row, { ...blamed, inputs, reason, message })
  }
}
