import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { formatUsd } from '#app/money/usd'
import type { JobConcern } from '#app/queue/job'
import type { Operation } from '../core/terms.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { RealmReader } from '../storage/realm_reader.ts'

/** Says for operators what jobs are about, with the pages of the console about it. */
@singleton()
export class DescribeForOperators {
  constructor(
    private reader: OperationReader,
    private realms: RealmReader
  ) {}

  /** The first operations of a job, and how many more there are. */
  async operations(ids: readonly string[]): Promise<JobConcern[]> {
    const shown = ids.length > LIMITS.jobConcernsShown ? LIMITS.jobConcernsShown - 1 : ids.length
    const concerns = await Promise.all(ids.slice(0, shown).map((id) => this.#operation(id)))
    const more = ids.length - shown
    return more === 0 ? concerns : [...concerns, { text: `and ${more} more operations` }]
  }

  async realm(id: string): Promise<JobConcern[]> {
    return [{ text: await this.#realmText(id), href: `/console/realms/${id}` }]
  }

  async #operation(id: string): Promise<JobConcern> {
    const operation = await this.reader.byId(id)
    if (operation === null) return { text: `operation ${id}, which is not stored` }
    const { realmId, path, state } = operation
    const realm = await this.#realmText(realmId)
    return {
      text: `${whatOf(operation)} at ${path} in ${realm}, ${state}`,
      href: `/console/realms/${realmId}/operations/${id}`,
    }
  }

  async #realmText(id: string): Promise<string> {
    const realm = await this.realms.byId(id)
    return realm === null ? `the closed realm ${id}` : `the realm "${realm.name}"`
  }
}

function whatOf({ type, amount, denomination }: Operation): string {
  return amount === null ? type : `${type} of ${formatUsd(amount)} ${denomination}`
}
