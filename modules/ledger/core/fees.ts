import { parseUsd, type Atoms } from '#app/money/usd'

/** 0.05 USD for every transfer without an override. */
export const DEFAULT_TRANSFER_FEE: Atoms = parseUsd('0.05')
