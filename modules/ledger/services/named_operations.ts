import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { operationsRestingOn } from '../storage/operation_facts.ts'

export interface OutsideNames {
  realmId: string
  reference?: string
  transactionHash?: string
}

/** The operations that something outside the ledger names: the fact they rest on, or a transaction. */
@singleton()
export class NamedOperations {
  constructor(
    private database: Database,
    private modules: ModuleHost
  ) {}

  /** @returns ids; undefined when nothing is named. They may be of another realm */
  async of({ realmId, reference, transactionHash }: OutsideNames): Promise<string[] | undefined> {
    const sought = [
      ...(reference === undefined ? [] : [this.#restingOn(realmId, reference)]),
      ...(transactionHash === undefined ? [] : [this.#carriedBy(realmId, transactionHash)]),
    ]
    if (sought.length === 0) return undefined
    const [first, ...others] = (await Promise.all(sought)).map((ids) => new Set(ids))
    return [...others.reduce((common, ids) => common.intersection(ids), first!)]
  }

  #restingOn(realmId: string, reference: string) {
    return operationsRestingOn(this.database, realmId, { reference })
  }

  async #carriedBy(realmId: string, hash: string) {
    const finders = this.modules.contributions('operationFinders')
    const asked = finders.map((finder) => finder.withTransaction(realmId, hash.toLowerCase()))
    return (await Promise.all(asked)).flat()
  }
}
