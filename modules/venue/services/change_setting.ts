import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { formatUsd, type Atoms } from '#app/money/usd'
import { liquidationPrice } from '../core/engine/liquidation_price.ts'
import { valueAtMark } from '../core/engine/margin.ts'
import { formatPrice } from '../core/numerics.ts'
import type { MarginMode } from '../core/markets.ts'
import type { AccountCommand } from '../core/engine/commands.ts'
import type { Done } from './venue_desk.ts'
import { type CommandTarget, SendCommand, type Sent } from './send_command.ts'

export type SettingChange =
  | { market: string; leverage: number }
  | { market: string; marginMode: MarginMode }
  | { market: string; amount: Atoms }

/** What is told of a change; what it did not touch is left out. */
export type SettingTold = {
  adjustment: {
    previousLeverage?: number
    isolated?: { isolatedMargin: string; liquidationPrice: string | null }
  }
}

/** Changes how an account trades a market: its leverage, its margin mode, a position's own margin. */
@singleton()
export class ChangeSetting {
  constructor(private send: SendCommand) {}

  run(
    principal: Principal,
    { change, ...place }: CommandTarget & { change: SettingChange }
  ): Promise<Sent<SettingTold>> {
    const { objectId } = place
    return this.send.run(principal, {
      ...place,
      action: 'svc:PlaceOrder',
      opType: 'adjustment',
      market: change.market,
      request: shown(change),
      command: () => commandOf(objectId, change),
      outcome: () => (done) => ({
        adjustment: { ...shown(change), ...changed(done), ...isolated(objectId, change, done) },
      }),
    })
  }
}

function shown(change: SettingChange) {
  return 'amount' in change ? { ...change, amount: formatUsd(change.amount) } : change
}

function commandOf(objectId: string, change: SettingChange): AccountCommand {
  const { market } = change
  if ('leverage' in change)
    return { type: 'set_leverage', objectId, market, leverage: change.leverage }
  if ('amount' in change) {
    return { type: 'move_isolated_margin', objectId, market, amount: change.amount }
  }
  return { type: 'set_margin_mode', objectId, market, mode: change.marginMode }
}

function changed({ events }: Done) {
  const event = events.find(({ type }) => type === 'leverage_set')
  return event?.type === 'leverage_set' ? { previousLeverage: event.from } : {}
}

/** The isolated position after its margin was moved. */
function isolated(objectId: string, change: SettingChange, { state, inputs }: Done) {
  const account = state.accounts.get(objectId)
  const position = account?.positions[change.market]
  if (!('amount' in change) || !account || !position) return {}
  const margin = position.isolatedCash + valueAtMark(inputs, change.market, position.size)
  const price = liquidationPrice(inputs, account, change.market)
  const shownPrice = price === null ? null : formatPrice(price)
  return { isolated: { isolatedMargin: formatUsd(margin), liquidationPrice: shownPrice } }
}
