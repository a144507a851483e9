import type { TypedJob } from '#app/queue/job'
import { DescribeForOperators } from '#modules/ledger/index'

type Concerns = NonNullable<TypedJob<{ realmId: string }>['concerns']>

/** What a job of one realm is about: the realm. */
export const aboutRealm: Concerns = async ({ realmId }, container) => {
  return (await container.make(DescribeForOperators)).realm(realmId)
}
