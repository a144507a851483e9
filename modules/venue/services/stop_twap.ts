import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

/** Stops a running TWAP; what it has filled stays. */
@singleton()
export class StopTwap {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { twapId, ...place }: CommandTarget & { twapId: string }
  ): Promise<Sent<object>> {
    const { objectId } = place
    return this.send.run(principal, {
      ...place,
      action: 'svc:CancelOrder',
      opType: 'cancel',
      market: null,
      request: { twapOperationId: twapId },
      command: () => ({ type: 'stop_twap', objectId, twapId }),
      outcome: () => () => ({ cancel: { twapId } }),
    })
  }
}
