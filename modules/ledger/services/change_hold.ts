import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { eventDispatchJob } from '../core/job_rows.ts'
import { FindHold, type NamedHold } from './find_hold.ts'
import { type Outcome, Poster } from './poster/poster.ts'
import { visibleOperation } from './visible_operation.ts'

/** Releases holds, and lets them last longer. */
@singleton()
export class ChangeHold {
  constructor(
    private holds: FindHold,
    private poster: Poster,
    private access: AccessControl
  ) {}

  /**
   * What is left of the hold is available again.
   *
   * @param path with the same one the same release is answered again
   * @throws ServiceError NOT_FOUND, FORBIDDEN, HOLD_NOT_OPEN
   */
  async release(principal: Principal, { path, ...named }: NamedHold & { path?: string }) {
    const { realm, hold } = await this.holds.toMove(principal, named)
    const outcome = await this.poster.post({
      kind: 'end_hold',
      realmId: realm.id,
      operationId: hold.id,
      as: 'released',
      path: path ?? null,
      authority: authorityOf(principal),
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(realm.id)],
    })
    return this.#answer(principal, outcome)
  }

  /** @throws ServiceError NOT_FOUND, FORBIDDEN, HOLD_NOT_OPEN, VALIDATION_ERROR when it is no later end */
  async extend(principal: Principal, { seconds, ...named }: NamedHold & { seconds: number }) {
    const { realm, hold } = await this.holds.toMove(principal, named)
    const outcome = await this.poster.post({
      kind: 'extend_hold',
      realmId: realm.id,
      operationId: hold.id,
      seconds,
      authority: authorityOf(principal),
      jobs: [],
    })
    return this.#answer(principal, outcome)
  }

  #answer(principal: Principal, outcome: Outcome) {
    if (!('operation' in outcome)) throw new Error('A hold was changed without its operation')
    return {
      operation: visibleOperation(this.access, principal)(outcome.operation),
      replayed: outcome.kind === 'settled_before',
    }
  }
}

function authorityOf({ actor }: Principal): string {
  return `${actor.type}:${actor.id}`
}
