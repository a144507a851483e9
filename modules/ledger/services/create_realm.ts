import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { SingleUse } from '#app/extension/step_up'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { KeyTaken } from '#app/http/idempotency/kept_answers'
import { newId, newUuid } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import { AuditLog, Standing } from '#modules/auth/index'
import type { Companion, Composition } from '../extension/companion.ts'
import { defaultBoundaryId } from '../core/boundaries.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { deriveAxes, slugOf, type RealmAxes } from '../core/realm_axes.ts'
import type { PostRequest } from '../core/requests.ts'
import type { RealmDraft } from '../core/terms.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { Poster } from './poster/poster.ts'
import { demandSignature } from './realm_directory.ts'
import { recorded } from './recorded.ts'

export interface CreateRealmCommand extends RealmAxes {
  name: string
  description?: string
}

export interface CreatedRealm {
  realm: RealmDraft
  createdAt: Micros
}

/**
 * Attempts at a free slug: enough for every plausible number of realms of one name that are created
 * at once.
 */
const SLUG_ATTEMPTS = 50

/** Opens a realm with its journal and system objects, in one posting. */
@singleton()
export class CreateRealm {
  constructor(
    private database: Database,
    private poster: Poster,
    private audit: AuditLog,
    private standing: Standing,
    private extensions: ExtensionRegistry
  ) {}

  /**
   * @throws ServiceError VALIDATION_ERROR for contradicting or reserved axes, UNAUTHORIZED when the
   *   credential has ended meanwhile, and what a guard refuses
   */
  async run(
    principal: Principal,
    command: CreateRealmCommand,
    keep: Keep<CreatedRealm> = keepNothing
  ): Promise<CreatedRealm> {
    const axes = deriveAxes(command)
    if ('problem' in axes) throw invalidField(axes.field, 'supported', axes.problem)
    demandSignature(principal, axes)
    await this.extensions.askGuardsToOpen(axes)
    const draft = {
      orgId: principal.orgId,
      builderId: principal.builderId,
      name: command.name,
      description: command.description ?? null,
      ...axes,
    }
    for (let attempt = 0; ; attempt++) {
      const slug = await this.#freeSlug(principal.orgId, command.name)
      try {
        return await this.#open(principal, { ...draft, id: newUuid(), slug }, keep)
      } catch (error) {
        // Another realm of the same name took the slug in between: the next attempt takes another
        // one.
        const taken = classifyDatabaseError(error, false) === 'duplicate'
        if (!taken || attempt >= SLUG_ATTEMPTS) throw error
      }
    }
  }

  async #open(
    principal: Principal,
    realm: RealmDraft,
    keep: Keep<CreatedRealm>
  ): Promise<CreatedRealm> {
    const { id: realmId, name, slug, asset, lifecycle } = realm
    const record = {
      eventType: 'realm_created' as const,
      realmId,
      details: { name, slug, asset, lifecycle },
    }
    const stand = (session: SqlSession) => this.standing.hold(session, principal)
    const keeping = new KeptRealm(realm, keep, stand, recorded(this.audit, principal, record))
    const request: PostRequest = {
      kind: 'open_realm',
      realmId: realm.id,
      realm,
      actor: principal.actor,
      ids: { external: newId('obj'), fees: newId('obj'), event: newId('evt') },
      boundaryId: defaultBoundaryId(realm.id),
      jobs: [eventDispatchJob(realm.id)],
    }
    const outcome = await this.poster.post(request, undefined, keeping)
    if (outcome.kind === 'opened') return { realm, createdAt: outcome.createdAt }
    if (outcome.kind !== 'composed') throw new Error('A fresh realm id was in use')
    return { realm, createdAt: keeping.createdAt }
  }

  async #freeSlug(orgId: string, name: string): Promise<string> {
    const base = slugOf(name)
    const rows = await this.database.read<{ slug: string }>(
      `SELECT slug FROM realms
        WHERE org_id = ? AND closed_at IS NULL AND (slug = ? OR slug LIKE ?)`,
      [orgId, base, `${base}-%`]
    )
    const taken = new Set(rows.map(({ slug }) => slug))
    if (!taken.has(base)) return base
    let suffix = 2
    while (taken.has(`${base}-${suffix}`)) suffix++
    return `${base}-${suffix}`
  }
}

/**
 * Holds whoever opens it, and stores the answer to a creation, for its replay, and the audit entry in
 * the posting transaction.
 */
class KeptRealm implements Companion {
  readonly module = 'ledger'
  createdAt: Micros = 0

  constructor(
    private realm: RealmDraft,
    private keep: Keep<CreatedRealm>,
    private stand: (session: SqlSession) => Promise<void>,
    private record: SingleUse
  ) {}

  async compose(session: SqlSession, now: Micros): Promise<Composition> {
    this.createdAt = now
    try {
      // The last member may have left since the request came, and nobody would reach the realm.
      await this.stand(session)
      await this.keep(session, { realm: this.realm, createdAt: now })
      await this.record.claim(session)
      return { kind: 'composed', entries: [] }
    } catch (error) {
      // Other requests share this transaction, so only this request is refused.
      if (error instanceof KeyTaken) return { kind: 'refused', code: 'CONFLICT' }
      if (error instanceof ServiceError) {
        const { code, message, options } = error
        return { kind: 'refused', code, message, next: options.next }
      }
      throw error
    }
  }

  async write() {}

  committed() {}
}
