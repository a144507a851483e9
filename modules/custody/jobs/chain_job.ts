import { defineJob, type JobPayload, type TypedJob } from '#app/queue/job'
import { CustodyChain } from '../services/custody_chain.ts'

/** By what a job is found to be due on a chain, of which each statement names the id. */
export function dueOnChain(
  chainId: number | undefined,
  ...statements: ((chainId: number) => string)[]
): string | undefined {
  if (chainId === undefined) return undefined
  return statements.map((statement) => statement(chainId)).join(' UNION ALL ')
}

/** A job that has nothing to do where no chain is configured. */
export function chainJob<Payload extends JobPayload>(job: TypedJob<Payload>) {
  return defineJob<Payload>({
    ...job,
    async handle(payload, context) {
      const { configured } = await context.container.make(CustodyChain)
      return configured ? job.handle(payload, context) : 'done'
    },
  })
}
