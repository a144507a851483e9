import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { TwapRequest } from '../core/engine/twap_terms.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

/** Starts an order that is sent in slices. The id of its operation names it. */
@singleton()
export class StartTwap {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { twap, ...place }: CommandTarget & { twap: TwapRequest }
  ): Promise<Sent<object>> {
    const { objectId } = place
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'twap',
      market: twap.market,
      request: twap,
      command: (twapId) => ({ type: 'start_twap', objectId, twapId, twap }),
      outcome: (twapId) => () => ({ twap: { ...twap, twapId } }),
    })
  }
}
