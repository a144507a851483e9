import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { orderOutcome } from './order_outcome.ts'
import type { Address, SendCommand, Sent } from './send_command.ts'

/** Closes a position, or a part of it, with a market order. */
export class ClosePosition {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { market, size, ...address }: Address & { market: string; size?: string }
  ): Promise<Sent> {
    const { objectId } = address
    const orderId = newId('ord')
    return this.send.run(principal, {
      ...address,
      action: 'svc:PlaceOrder',
      opType: 'order',
      market,
      request: { market, size },
      command: () => ({ type: 'close_position', objectId, market, orderId, ...(size && { size }) }),
      outcome: (operationId) => orderOutcome('order', orderId, operationId),
    })
  }
}
