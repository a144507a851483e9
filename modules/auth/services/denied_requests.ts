import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import type { LRUCache } from 'lru-cache'
import { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { ServiceError } from '#app/http/errors/service_error'
import { boundedCache } from '#app/storage/bounded_cache'
import { Database } from '#app/storage/database'
import { AUTH_LIMITS } from '../limits.ts'
import { auditEntry, type AuditDetails } from '../core/audit_entry.ts'
import { DENIAL_WINDOW_MS, DenialWindow } from '../core/denial_window.ts'
import { AuditLog } from './audit_log.ts'

/** Refusals about what a credential may do, not about the content of a request. */
const DENIALS = new Set(['FORBIDDEN', 'REALM_SCOPE_MISMATCH', 'INVALID_SIGNATURE'])
const SWEEP_MS = 30_000
const STOP_MS = 2000

interface DeniedRoute {
  method: string
  pattern: string
}

interface Watched {
  window: DenialWindow
  /** The principal of the newest refusal, whose rows these are. */
  principal: Principal
}

/**
 * Records denied requests without slowing or failing the refusal. Rows are written in the
 * background, the first of each kind in a minute; one more row counts the refusals that got none.
 */
@singleton()
export class DeniedRequests {
  #credentials: LRUCache<string, Watched>
  #orgs = boundedCache<{ startedAtMs: number; rows: number }>(AUTH_LIMITS.auditDeniedCredentials)
  #writing = new Set<Promise<void>>()
  #sweep: NodeJS.Timeout | null = null

  constructor(
    private log: AuditLog,
    private database: Database,
    private clock: Clock,
    private logger: Logger
  ) {
    this.#credentials = boundedCache(AUTH_LIMITS.auditDeniedCredentials, {
      dispose: (watched, _key, reason) => {
        if (reason === 'evict') this.#close(watched)
      },
    })
  }

  /** @param route method and pattern, for example `POST /api/v1/transfer` */
  note(principal: Principal, refusal: ServiceError, route: DeniedRoute) {
    if (!DENIALS.has(refusal.code)) return
    try {
      this.#note(principal, refusal, route)
    } catch (error) {
      this.#failed(error)
    }
  }

  #note(principal: Principal, refusal: ServiceError, route: DeniedRoute) {
    const { action, resource, reason } = refusal.details ?? {}
    const details: AuditDetails = {
      code: refusal.code,
      ...(action !== undefined && { action }),
      ...(resource !== undefined && { resource }),
      ...(reason !== undefined && { reason }),
      method: route.method,
      route: route.pattern,
    }
    const what = hash('sha1', JSON.stringify([refusal.code, action ?? details, resource]), 'base64')
    const room = this.#orgRows(principal.orgId)
    // The limit on writes in flight keeps a flood of refusals from taking the connections of
    // transfers.
    const free =
      room.rows < AUTH_LIMITS.auditOrgDenialsPerMinute &&
      this.#writing.size < AUTH_LIMITS.auditDenialsInFlight
    if (this.#windowOf(principal).admits(what, free)) {
      room.rows++
      this.#write(principal, details)
    } else {
      this.#sweep ??= setTimeout(() => this.#sweepLater(), SWEEP_MS).unref()
    }
  }

  /** Writes the counts of all windows that are over; with `all`, also of those that are not. */
  closeWindows(all = false) {
    const nowMs = this.clock.nowMs()
    for (const [key, watched] of this.#credentials.entries()) {
      if (!all && !watched.window.isOver(nowMs)) continue
      this.#credentials.delete(key)
      this.#close(watched)
    }
  }

  /** Waits for every row; called when the process stops, and by tests. */
  async settled(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing)
  }

  async stop(): Promise<void> {
    if (this.#sweep !== null) clearTimeout(this.#sweep)
    this.closeWindows(true)
    // A database that is away must not keep the process from ending.
    await Promise.race([this.settled(), delay(STOP_MS, undefined, { ref: false })])
  }

  #windowOf(principal: Principal): DenialWindow {
    const nowMs = this.clock.nowMs()
    const known = this.#credentials.get(principal.credentialId)
    if (known && !known.window.isOver(nowMs)) {
      known.principal = principal
      return known.window
    }
    const window = new DenialWindow(nowMs)
    this.#credentials.set(principal.credentialId, { window, principal })
    if (known) this.#close(known)
    return window
  }

  /** Scoped tokens are cheap to mint, so each organization has a limit too. */
  #orgRows(orgId: string): { rows: number } {
    const nowMs = this.clock.nowMs()
    const known = this.#orgs.get(orgId)
    if (known && nowMs - known.startedAtMs < DENIAL_WINDOW_MS) return known
    const fresh = { startedAtMs: nowMs, rows: 0 }
    this.#orgs.set(orgId, fresh)
    return fresh
  }

  #close({ window, principal }: Watched) {
    if (window.suppressed === 0) return
    // The count stands for many requests, so it has the origin of none.
    const counted: Principal = { ...principal, origin: undefined }
    this.#write(counted, {
      suppressed: window.suppressed,
      since: toRfc3339(window.startedAtMs * 1000),
    })
  }

  #write(principal: Principal, details: AuditDetails) {
    const entry = auditEntry(principal, { eventType: 'permission_denied', success: false, details })
    const writing = this.log
      .record(this.database, entry)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  #failed(error: unknown) {
    this.logger.error({ err: error }, 'a denied request was not recorded')
  }

  #sweepLater() {
    this.#sweep = null
    this.closeWindows()
    const owed = [...this.#credentials.values()].some(({ window }) => window.suppressed > 0)
    if (owed) this.#sweep = setTimeout(() => this.#sweepLater(), SWEEP_MS).unref()
  }
}
