import {
  defineJob,
  newId,
  type CommittedEvent,
  type OutboxJob,
} from 'ledger-custody-service/module'
import { DescribeForOperators } from 'ledger-custody-service/ledger'
import { ActivityStore } from './activity_store.ts'

type Forgotten = { realmId: string; objectPath: string; sequence: number }

const QUEUE = 'activity-forget'

export function forgetJob({ realmId, sequence }: CommittedEvent, objectPath: string): OutboxJob {
  return { id: newId('job'), queue: QUEUE, payload: { realmId, objectPath, sequence } }
}

export const activityForget = defineJob<Forgotten>({
  name: QUEUE,
  about: {
    carries: 'A deleted object whose activity is to be forgotten.',
    takes: 'Some milliseconds.',
    failing: 'The object stays in the list. It is retried; read the error.',
  },
  concerns: async ({ realmId }, container) =>
    (await container.make(DescribeForOperators)).realm(realmId),
  async handle({ realmId, objectPath, sequence }, { container }) {
    await (await container.make(ActivityStore)).forget(realmId, objectPath, sequence)
    return 'done'
  },
})
