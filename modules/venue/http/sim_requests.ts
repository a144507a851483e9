import { invalidField } from '#app/http/errors/service_error'
import type { BookSide, PriceMode, SimCommand } from '../core/feed/sim_command.ts'
import { RATE_ONE, type Price, type Rate } from '../core/numerics.ts'

/** A basis point as a rate. */
const BASIS_POINT = RATE_ONE / 10_000n

/** @throws ServiceError VALIDATION_ERROR for fields that do not go together */
export function priceCommand(body: {
  market: string
  mode: PriceMode
  price?: Price
  basisBps?: number
}): SimCommand {
  const { market, mode, price, basisBps } = body
  if (mode === 'release') {
    refuse('price', price, 'release')
    refuse('basisBps', basisBps, 'release')
    return { type: 'release_price', market }
  }
  if (price === undefined) {
    throw invalidField('price', 'required', `The price field is needed to ${mode} a price`)
  }
  if (mode === 'drift') refuse('basisBps', basisBps, 'drift')
  const basis = BigInt(basisBps ?? 0) * BASIS_POINT
  return { type: 'set_price', market, mode, price, basis }
}

/** @throws ServiceError VALIDATION_ERROR for fields that do not go together */
export function liquidityCommand(body: {
  market: string
  side: BookSide
  mode: 'scale' | 'empty' | 'release'
  factor?: Rate
}): SimCommand {
  const { market, side, mode, factor } = body
  const type = 'set_liquidity'
  if (mode === 'scale') {
    if (factor === undefined) {
      throw invalidField('factor', 'required', 'The factor field is needed to scale a side')
    }
    return { type, market, side, factor }
  }
  refuse('factor', factor, mode)
  return { type, market, side, factor: mode === 'empty' ? 0n : RATE_ONE }
}

/** @throws ServiceError VALIDATION_ERROR for fields that do not go together */
export function clockRequest(body: {
  mode: 'wall' | 'manual'
  setTo?: number
  advanceMs?: number
  stepMs?: number
}) {
  const { mode, setTo, advanceMs, stepMs } = body
  if (mode === 'wall') {
    refuse('setTo', setTo, 'wall')
    refuse('advanceMs', advanceMs, 'wall')
    refuse('stepMs', stepMs, 'wall')
  }
  if (setTo !== undefined && advanceMs !== undefined) {
    throw invalidField('advanceMs', 'exclusive', 'setTo and advanceMs must not both be given')
  }
  const setToMs = setTo === undefined ? undefined : Math.floor(setTo / 1000)
  return { mode, setToMs, advanceMs, stepMs }
}

function refuse(field: string, value: unknown, mode: string): void {
  if (value === undefined) return
  throw invalidField(field, 'exclusive', `The ${field} field has no meaning with mode ${mode}`)
}
