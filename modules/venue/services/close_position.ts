import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { orderOutcome, type OrderTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

export interface CloseCommand extends CommandTarget {
  market: string
  size?: string
  sizeTolerance?: string
}

/** Closes a position, or a part of it, with a market order. */
@singleton()
export class ClosePosition {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { market, size, sizeTolerance, ...place }: CloseCommand
  ): Promise<Sent<OrderTold>> {
    const { objectId } = place
    const orderId = newId('ord')
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'order',
      market,
      request: { market, size, sizeTolerance },
      command: () => ({
        type: 'close_position',
        objectId,
        market,
        orderId,
        ...(size !== undefined && { size }),
        ...(sizeTolerance !== undefined && { sizeTolerance }),
      }),
      outcome: (operationId) => orderOutcome('order', orderId, operationId),
    })
  }
}
