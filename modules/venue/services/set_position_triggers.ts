import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { ordersOutcome, type OrdersTold } from './order_outcome.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

export interface TriggerWish {
  triggerPx: string
  price?: string
  size?: string
}

export interface TriggersCommand extends CommandTarget {
  market: string
  takeProfit?: TriggerWish
  stopLoss?: TriggerWish
  stack?: boolean
}

/** Protects a position with a take-profit, a stop-loss, or both. */
@singleton()
export class SetPositionTriggers {
  constructor(private send: SendCommand) {}

  run(principal: Principal, command: TriggersCommand): Promise<Sent<OrdersTold>> {
    const { market, takeProfit, stopLoss, stack = false, ...place } = command
    const { objectId } = place
    const both = takeProfit !== undefined && stopLoss !== undefined
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'order',
      market,
      request: { market, takeProfit, stopLoss, stack },
      command: () => ({
        type: 'set_position_triggers',
        objectId,
        market,
        stack,
        ...(takeProfit && { takeProfit: { ...takeProfit, orderId: newId('ord') } }),
        ...(stopLoss && { stopLoss: { ...stopLoss, orderId: newId('ord') } }),
        ...(both && { ocoGroupId: newId('ord') }),
      }),
      outcome: () => ordersOutcome('order'),
    })
  }
}
