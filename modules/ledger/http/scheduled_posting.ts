import type { Infer } from '@vinejs/vine/types'
import type { ScheduledAction } from '#app/extension/scheduled_action'
import { askedMove, partsOf } from '#app/http/asked_moves'
import { readPlannedSplit, type PostSplit } from '../services/post_split.ts'
import { splitTemplate } from './split_validators.ts'

type Terms = Infer<typeof splitTemplate>

/** `POST /postings` at the times of a schedule. */
export function scheduledPosting(make: () => Promise<PostSplit>): ScheduledAction {
  return {
    name: 'posting',
    description: 'Moves value between many objects of one boundary, all of it or none.',
    template: splitTemplate,
    needs: (terms) => {
      const { sources, targets } = readPlannedSplit(terms as Terms)
      return [
        ...sources.map((resource) => ({ action: 'svc:TransferFrom', resource })),
        ...targets.map((resource) => ({ action: 'svc:ReceiveTo', resource })),
      ]
    },
    asked: (terms) => partsOf(terms).map((part) => askedMove(part)),
    run: async (principal, occurrence, terms) => {
      const postings = await make()
      const { operation } = await postings.run(principal, { ...occurrence, ...(terms as Terms) })
      return operation.id
    },
  }
}
