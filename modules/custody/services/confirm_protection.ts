import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { confirmedByPerson } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import type { RealmCard } from '#modules/ledger/index'
import type { BoundaryState } from './boundary_directory.ts'

/** What a person is asked to confirm; none of it can be taken back by the service. */
export type ProtectionAction =
  | 'svc:RegisterRecoveryKey'
  | 'svc:SetTimeLock'
  | 'svc:ArmBoundary'
  | 'svc:CancelKey'
  | 'svc:ProposeInheritance'

/**
 * Lets a person confirm a protection of a live boundary before it is sent. Whoever has stolen an API
 * key could otherwise lock an organization out of its own money: only the holder of the recovery
 * key or the co-signer takes a protection away.
 */
@singleton()
export class ConfirmProtection {
  constructor(private database: Database) {}

  /**
   * Uses up the person's confirmation before the change is sent, because a change that is sent
   * cannot be taken back. Paper realms ask nobody.
   *
   * @param terms what the person has to see of it: the key that gets the power, or how long it lasts
   * @throws ServiceError STEP_UP_REQUIRED
   */
  async run(
    principal: Principal,
    { id: realmId, asset }: Pick<RealmCard, 'id' | 'asset'>,
    { rootPath }: Pick<BoundaryState, 'rootPath'>,
    action: ProtectionAction,
    terms: readonly string[]
  ): Promise<void> {
    if (asset !== 'live') return
    const resources = [rootPath ?? '/', ...terms]
    const permit = confirmedByPerson(principal, { realmId, action, resources, valueAtRisk: null })
    if (await this.database.transaction((session) => permit.claim(session))) return
    throw new ServiceError('STEP_UP_REQUIRED', {
      message: 'This confirmation was used before.',
      next: 'Send the request with your own credential: the refusal opens a new confirmation.',
    })
  }
}
