import { formatUsd } from '#app/money/usd'
import type { AccountCommand } from '../core/engine/commands.ts'
import { liquidationPrice } from '../core/engine/liquidation_price.ts'
import { valueAtMark } from '../core/engine/margin.ts'
import { formatPrice } from '../core/numerics.ts'
import type { MarginMode } from '../core/markets.ts'
import type { Done } from './venue_desk.ts'

export type SettingCommand = Extract<
  AccountCommand,
  { type: 'set_leverage' | 'set_margin_mode' | 'move_isolated_margin' }
>

/** What is told of a change; what it did not touch is left out. */
export type SettingTold = {
  adjustment: {
    market: string
    leverage?: number
    previousLeverage?: number
    marginMode?: MarginMode
    amount?: string
    isolated?: { isolatedMargin: string; liquidationPrice: string | null }
  }
}

/** The outcome of an operation that changed how an account trades a market. */
export const settingOutcome =
  (command: SettingCommand) =>
  (done: Done): SettingTold => ({
    adjustment: {
      market: command.market,
      ...asked(command),
      ...changed(done),
      ...isolated(command, done),
    },
  })

function asked(command: SettingCommand) {
  if (command.type === 'set_leverage') return { leverage: command.leverage }
  if (command.type === 'set_margin_mode') return { marginMode: command.mode }
  return { amount: formatUsd(command.amount) }
}

function changed({ events }: Done) {
  const event = events.find(({ type }) => type === 'leverage_set')
  return event?.type === 'leverage_set' ? { previousLeverage: event.from } : {}
}

/** The isolated position after its margin was moved. */
function isolated({ type, objectId, market }: SettingCommand, { state, inputs }: Done) {
  const account = state.accounts.get(objectId)
  const position = account?.positions[market]
  if (type !== 'move_isolated_margin' || !account || !position) return {}
  const margin = position.isolatedCash + valueAtMark(inputs, market, position.size)
  const price = liquidationPrice(inputs, account, market)
  const shownPrice = price === null ? null : formatPrice(price)
  return { isolated: { isolatedMargin: formatUsd(margin), liquidationPrice: shownPrice } }
}
