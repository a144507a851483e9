import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type KeepKey } from '#app/http/idempotency/answer_once'
import { ServiceError } from '#app/http/errors/service_error'
import { Database, type SqlSession } from '#app/storage/database'
import { RealmDirectory } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { targetTick } from '../core/feed/feed_clock.ts'
import { FeedCommandStore } from '../storage/feed_command_store.ts'
import { FeedStore, type StoredFeed } from '../storage/feed_store.ts'
import { feedOfRealm } from './feed_directory.ts'
import { MoveFeed } from './move_feed.ts'

/** A change of a private feed: its next state, and the line that is recorded of the change. */
export interface FeedChange {
  stored: StoredFeed
  line: string
}

/** How often a change waits for an advance that another request has started in between. */
const TRIES = 50

/**
 * Changes private feeds, one change after the other: each sees the feed as the one before left it,
 * and is recorded with its tick.
 */
@singleton()
export class PrivateFeed {
  constructor(
    private database: Database,
    private clock: Clock,
    private realms: RealmDirectory,
    private feeds: FeedStore,
    private commands: FeedCommandStore,
    private move: MoveFeed
  ) {}

  /**
   * @returns the id of the private feed that the realm has or may have
   * @throws ServiceError NOT_FOUND for a realm that is not the caller's, and for a live one, which
   *   simulates nothing; REALM_SCOPE_MISMATCH
   */
  async idOf(principal: Principal, realmId: string): Promise<string> {
    const realm = await this.realms.resolve(principal, realmId)
    if (realm.asset === 'live') throw notASimulation(realmId)
    return feedOfRealm(realmId)
  }

  /** @throws ServiceError CONFLICT for a realm that follows the shared feed, and those of `idOf` */
  async read(principal: Principal, realmId: string): Promise<StoredFeed> {
    const stored = await this.feeds.read(await this.idOf(principal, realmId))
    if (!stored) throw sharedFeed()
    return stored
  }

  /**
   * @param work may run again, so it must be pure or write only in the session's transaction
   * @throws ServiceError those of `read`, and what `work` throws
   */
  async change(
    principal: Principal,
    realmId: string,
    work: (session: SqlSession, stored: StoredFeed) => Promise<FeedChange>,
    keep: KeepKey = keepNothing
  ): Promise<StoredFeed> {
    const feedId = await this.idOf(principal, realmId)
    for (let tries = 1; tries <= TRIES; tries++) {
      const changed = await this.database.transaction(async (session) => {
        const stored = await this.feeds.lock(session, feedId)
        if (!stored) throw sharedFeed()
        // An advance that is under way was asked for first and has to end first.
        if (this.#isBehind(stored)) return null
        const applied = await work(session, stored)
        const after = await this.#apply(session, stored, principal, applied)
        await keep(session)
        return after
      })
      if (changed) return changed
      await this.move.run(feedId)
    }
    throw new ServiceError('CONFLICT', {
      message: 'The private feed of the realm is still advancing.',
      next: 'Repeat the request in a moment.',
    })
  }

  async #apply(
    session: SqlSession,
    before: StoredFeed,
    { actor }: Principal,
    { stored, line }: FeedChange
  ): Promise<StoredFeed> {
    const seq = before.commands + 1
    const changed = { ...stored, commands: seq }
    await this.feeds.save(session, changed)
    const { tick } = before.feed
    await this.commands.append(session, stored.id, { seq, tick, command: line, actor })
    return changed
  }

  #isBehind({ clock, feed }: StoredFeed): boolean {
    return clock.mode === 'manual' && feed.tick < targetTick(clock, this.clock.nowMs())
  }
}

function sharedFeed(): ServiceError {
  return new ServiceError('CONFLICT', {
    message: 'The realm follows the shared feed, which nobody steers.',
    next: 'Fork it first: POST /api/v1/exchange/sim/fork.',
    details: { reason: 'shared_feed' },
  })
}

function notASimulation(realmId: string): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: `The realm ${realmId} is live, and a live realm has no simulation.`,
    next: 'Use a paper realm: GET /api/v1/realms shows the asset of each.',
  })
}
