import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { formatUsd, type Atoms } from '#app/money/usd'
import type { MarginMode } from '../core/markets.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'
import { settingOutcome, type SettingCommand, type SettingTold } from './setting_outcome.ts'

export type SettingChange =
  | { market: string; leverage: number }
  | { market: string; marginMode: MarginMode }
  | { market: string; amount: Atoms }

/** Changes how an account trades a market: its leverage, its margin mode, a position's own margin. */
@singleton()
export class ChangeSetting {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { change, ...place }: CommandTarget & { change: SettingChange }
  ): Promise<Sent<SettingTold>> {
    const command = commandOf(place.objectId, change)
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'adjustment',
      market: change.market,
      request: shown(change),
      command: () => command,
      outcome: () => settingOutcome(command),
    })
  }
}

function shown(change: SettingChange) {
  return 'amount' in change ? { ...change, amount: formatUsd(change.amount) } : change
}

function commandOf(objectId: string, change: SettingChange): SettingCommand {
  const { market } = change
  if ('leverage' in change)
    return { type: 'set_leverage', objectId, market, leverage: change.leverage }
  if ('amount' in change) {
    return { type: 'move_isolated_margin', objectId, market, amount: change.amount }
  }
  return { type: 'set_margin_mode', objectId, market, mode: change.marginMode }
}
