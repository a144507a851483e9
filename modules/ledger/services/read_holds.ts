import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { STATE_OF_HOLD, type HoldStatus } from '../core/hold.ts'
import { isOf } from '../core/terms.ts'
import { FindHold, type NamedHold } from './find_hold.ts'
import { ListOperations } from './list_operations.ts'
import { mayReadOperation } from './operation_access.ts'

export interface HoldListQuery extends DatedPage {
  realmId: string
  /** Of the source or the target. */
  objectPath?: string
  status?: HoldStatus
}

/** Reads holds. Each is an operation, and whoever may read that may read it. */
@singleton()
export class ReadHolds {
  constructor(
    private holds: FindHold,
    private operations: ListOperations,
    private access: AccessControl
  ) {}

  /** @throws ServiceError NOT_FOUND, FORBIDDEN */
  async one(principal: Principal, named: NamedHold) {
    const { hold } = await this.holds.inOrganization(principal, named)
    if (!mayReadOperation(this.access, principal, hold)) {
      this.access.authorize(principal, 'svc:ReadOperation', hold.path, hold.id)
    }
    return hold
  }

  async list(principal: Principal, { status, ...query }: HoldListQuery) {
    const { operations, ...page } = await this.operations.run(principal, {
      ...query,
      types: ['hold'],
      ...(status && { state: STATE_OF_HOLD[status] }),
    })
    return { holds: operations.filter((operation) => isOf('hold', operation)), ...page }
  }
}
