import { singleton } from '#app/extension/singleton'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { ForeignClaims } from './foreign_claims.ts'
import { RealmHalts } from './realm_halts.ts'

/** Lets a realm go on, as a platform admin wants it. */
@singleton()
export class LiftHalt {
  constructor(
    private halts: RealmHalts,
    private claims: ForeignClaims
  ) {}

  /** @throws ServiceError HALT_STANDS while something that nobody here ordered waits in its pool */
  async run(realmId: string, admin: Principal): Promise<void> {
    const halt = await this.halts.of(realmId)
    const claims = halt?.type === 'all_flows' ? await this.claims.of(realmId) : []
    if (claims.length > 0) {
      const waiting = claims.map(({ kind, boundaryHash, opHash }) => ({
        kind,
        boundaryHash,
        opHash,
      }))
      throw new ServiceError('HALT_STANDS', { details: { waiting } })
    }
    await this.halts.clear(realmId, admin.builderId, admin)
  }
}
