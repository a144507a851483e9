import type { Infer } from '@vinejs/vine/types'
import type { ScheduledAction } from '#app/extension/scheduled_action'
import type { PostTransfer } from '../services/post_transfer.ts'
import { checkSides } from '../services/transfer_terms.ts'
import { transferTemplate } from './movement_validators.ts'

type Terms = Infer<typeof transferTemplate>

/** `POST /transfer` at the times of a schedule. */
export function scheduledTransfer(make: () => Promise<PostTransfer>): ScheduledAction {
  return {
    name: 'transfer',
    description: 'Moves value between two objects.',
    template: transferTemplate,
    needs: (terms) => {
      const { sourceObjectPath, targetObjectPath } = terms as Terms
      checkSides(terms as Terms)
      return [
        { action: 'svc:TransferFrom', resource: sourceObjectPath },
        { action: 'svc:ReceiveTo', resource: targetObjectPath },
      ]
    },
    asked: (terms) => {
      const { amount, targetObjectPath: destination } = terms as Terms
      return [{ amount, destination }]
    },
    run: async (principal, occurrence, terms) => {
      const transfer = await make()
      const { operation } = await transfer.run(principal, { ...occurrence, ...(terms as Terms) })
      return operation.id
    },
  }
}
