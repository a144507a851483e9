import { hash } from 'node:crypto'
import { Logger } from '@adonisjs/core/logger'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { JournalTail } from '#modules/ledger/index'
import { readablePaths } from '../services/readable_paths.ts'
import { ValueObjects } from '../services/value_objects.ts'
import { LiveView, type ViewListener, type ViewTarget } from './live_view.ts'
import { RealmViews } from './realm_views.ts'

/** A listener's place in a view. */
export interface ViewSeat {
  view: LiveView
  stop(): void
}

/** The views that watches of this process show, by realm. */
@singleton()
export class Views {
  #realms = new Map<string, RealmViews>()
  /** Views that are being read; callers who ask meanwhile wait for the same reading. */
  #opening = new Map<string, Promise<void>>()

  constructor(
    private tail: JournalTail,
    private values: ValueObjects,
    private access: AccessControl,
    private log: Logger
  ) {}

  /**
   * Adds a listener to the view of a target, as this caller may see it.
   *
   * @param shown called with the state from which on changes are pushed
   * @throws ServiceError VALUATION_UNAVAILABLE
   */
  async take(
    { principal, realmId }: { principal: Principal; realmId: string },
    target: ViewTarget,
    listener: ViewListener,
    shown: (view: LiveView) => void
  ): Promise<ViewSeat> {
    const realm = this.#realms.get(realmId) ?? this.#open(realmId)
    const key = keyOf(principal, target)
    for (;;) {
      const known = realm.find(key)
      if (known) return this.#seat(realm, known, listener, shown)
      const opening = this.#opening.get(`${realmId} ${key}`)
      if (opening) {
        await opening.catch(() => {})
        continue
      }
      const view = new LiveView(key, target, readablePaths(this.access, principal))
      let seat: ViewSeat | null = null
      const opened = realm.open(view, () => (seat = this.#seat(realm, view, listener, shown)))
      this.#opening.set(`${realmId} ${key}`, opened)
      try {
        await opened
        return seat!
      } finally {
        this.#opening.delete(`${realmId} ${key}`)
        this.#stopIfIdle(realm)
      }
    }
  }

  #open(realmId: string): RealmViews {
    const realm = new RealmViews(realmId, this.values, this.log)
    realm.following = this.tail.follow(realmId, realm)
    this.#realms.set(realmId, realm)
    return realm
  }

  #seat(
    realm: RealmViews,
    view: LiveView,
    listener: ViewListener,
    shown: (view: LiveView) => void
  ): ViewSeat {
    view.listeners.add(listener)
    shown(view)
    return {
      view,
      stop: () => {
        view.listeners.delete(listener)
        if (view.listeners.size === 0) realm.drop(view)
        this.#stopIfIdle(realm)
      },
    }
  }

  #stopIfIdle(realm: RealmViews) {
    const { realmId } = realm
    const opens = [...this.#opening.keys()].some((key) => key.startsWith(`${realmId} `))
    if (!realm.idle || opens || this.#realms.get(realmId) !== realm) return
    realm.following.stop()
    this.#realms.delete(realmId)
  }
}

/** Callers with equal policies see the same; a caller without a policy sees everything. */
function keyOf({ statements }: Principal, target: ViewTarget): string {
  const scope = statements === null ? '' : hash('sha256', JSON.stringify(statements), 'base64')
  return `${scope} ${JSON.stringify(target)}`
}
