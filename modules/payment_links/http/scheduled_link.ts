import type { Infer } from '@vinejs/vine/types'
import type { ScheduledAction } from '#app/extension/scheduled_action'
import { ACTION_OF_TYPE } from '../core/payment_link.ts'
import type { CreateLink } from '../services/create_link.ts'
import { linkTemplate } from './validators.ts'

type Terms = Infer<typeof linkTemplate>

/** `POST /payment-links` at the times of a schedule. */
export function scheduledLink(make: () => Promise<CreateLink>): ScheduledAction {
  return {
    name: 'payment_link',
    description: 'Asks for a payment, or offers a payout, by link.',
    template: linkTemplate,
    needs: (terms) => {
      const { type, objectPath } = terms as Terms
      return [{ action: ACTION_OF_TYPE[type], resource: objectPath }]
    },
    asked: (terms) => {
      const { amount, destinationAddress } = terms as Terms
      return [{ amount, destination: destinationAddress ?? null }]
    },
    run: async (principal, occurrence, terms) => {
      const { objectPath: object, ...link } = terms as Terms
      const links = await make()
      const { operation } = await links.run(principal, { ...occurrence, ...link, object })
      return operation.id
    },
  }
}
