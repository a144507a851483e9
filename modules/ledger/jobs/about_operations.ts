import type { JobConcern, TypedJob } from '#app/queue/job'
import { operationIdsIn } from '../core/job_rows.ts'
import { DescribeForOperators } from '../services/describe_for_operators.ts'

type Concerns = NonNullable<TypedJob<{ operationIds?: string; operationId?: string }>['concerns']>

/** What a job with operations is about: the operations. */
export const aboutOperations: Concerns = async (payload, container): Promise<JobConcern[]> => {
  const describe = await container.make(DescribeForOperators)
  return describe.operations(operationIdsIn(payload))
}
