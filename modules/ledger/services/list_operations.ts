import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { mayReadOperation } from '#modules/ledger/services/operation_access'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { OperationListQuery, OperationReader } from '#modules/ledger/storage/operation_reader'

/** A page of a realm's operations that the caller may see. */
export class ListOperations {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private access: AccessControl
  ) {}

  async run(principal: Principal, query: OperationListQuery) {
    await this.realms.resolve(principal, query.realmId)
    const { operations, total, nextCursor } = await this.operations.list(query)
    const visible = operations.filter((operation) =>
      mayReadOperation(this.access, principal, operation)
    )
    return { operations: visible, total, nextCursor }
  }
}
