import { ModuleHost } from '#app/extension/module_host'
import type { RealmLoss } from '#app/extension/realm_loss_source'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { confirmedByPerson, type SingleUse, type StepUpNeed } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { AuditLog } from '#modules/auth/index'
import { eventDispatchJob } from '../core/job_rows.ts'
import { recorded } from './recorded.ts'
import { Poster } from './poster/poster.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { realmsWithValue, valueAtRiskOfRealm, waitingDeposits } from '../storage/realm_value.ts'

/** Closes a realm for ever. Its journal stays; the realm is gone from every other answer. */
@singleton()
export class DeleteRealm {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private poster: Poster,
    private audit: AuditLog,
    private modules: ModuleHost
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_NOT_EMPTY, STEP_UP_REQUIRED for a permanent realm */
  async run(principal: Principal, realmId: string): Promise<void> {
    const realm = await this.realms.resolve(principal, realmId)
    const { asset, lifecycle } = realm
    // The realm is looked at before a person is asked, so that nobody confirms what will be
    // refused. The poster decides again under lock.
    if (asset === 'live' && (await realmsWithValue(this.database, [realmId])).length > 0) {
      throw new ServiceError('REALM_NOT_EMPTY')
    }
    const permit =
      lifecycle === 'permanent'
        ? confirmedByPerson(principal, await this.#needOf(realmId))
        : undefined
    const record = { eventType: 'realm_deleted' as const, realmId, details: { asset, lifecycle } }
    const leaving = recorded(this.audit, principal, record, permit)
    await closeRealm(this.poster, realm, principal.actor, leaving)
    this.realms.forget(realmId)
  }

  async #needOf(realmId: string): Promise<StepUpNeed> {
    const sources = this.modules.contributions('realmLosses')
    const [waiting, ...told] = await Promise.all([
      this.#waiting(realmId),
      ...sources.map((source) => source.of(realmId)),
    ])
    const losses = [waiting, ...told].flat()
    return {
      realmId,
      action: 'svc:DeleteRealm',
      resources: ['/'],
      valueAtRisk: formatUsd(await valueAtRiskOfRealm(this.database, realmId)),
      ...(losses.length > 0 && { losses }),
    }
  }

  async #waiting(realmId: string): Promise<RealmLoss[]> {
    const { count, total } = await waitingDeposits(this.database, realmId)
    return count === 0 ? [] : [{ what: 'pending deposit', count, worth: formatUsd(total) }]
  }
}

/** @throws ServiceError NOT_FOUND when the realm is closed already, REALM_NOT_EMPTY */
export async function closeRealm(
  poster: Poster,
  { id, asset }: Pick<RealmCard, 'id' | 'asset'>,
  actor: { type: string; id: string },
  permit: SingleUse
): Promise<void> {
  await poster.post(
    {
      kind: 'close_realm',
      realmId: id,
      asset,
      actor,
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(id)],
    },
    permit
  )
}
