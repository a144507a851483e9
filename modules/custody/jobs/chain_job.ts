import { defineJob, type JobPayload, type TypedJob } from '#app/queue/job'
import { CustodyChain } from '../services/custody_chain.ts'

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
