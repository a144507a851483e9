/** A transaction may not ask for more on any chain (EIP-7825), nor cost its account everything. */
export const MOST_GAS = 16_000_000n
/** Far more than any call of ours costs, batches and deployments apart. */
export const SAFE_GAS = 1_000_000n

const HEADROOM_PERCENT = 130n
const RAISED_BY = 8n
/** What a transaction costs before its call begins, with the dearest prices there are (EIP-7623). */
const BASE_GAS = 21_000n
const ZERO_BYTE_GAS = 10n
const OTHER_BYTE_GAS = 40n
const CALL_GAS = 10_000n

/**
 * Gas for a transaction that a node has estimated. A node may err, or lie: below its own cost a
 * transaction is refused for ever and holds up every later nonce, and with too little it fails.
 *
 * @param data `0x` and hexadecimal digits
 * @param failedWith gas of an earlier try that was mined and failed; null when there was none
 */
export function gasLimit(estimate: bigint, data: string, failedWith: bigint | null): bigint {
  const wanted = [
    (estimate * HEADROOM_PERCENT) / 100n,
    ownGas(data) + CALL_GAS,
    ...(failedWith === null ? [] : [SAFE_GAS, failedWith * RAISED_BY]),
  ]
  const most = wanted.reduce((a, b) => (a > b ? a : b))
  return most < MOST_GAS ? most : MOST_GAS
}

/** Gas for an attempt whose predecessors, two or more, were not mined: it may not be the fee alone. */
export function raisedGas(gas: bigint): bigint {
  return gas > SAFE_GAS ? gas : SAFE_GAS
}

function ownGas(data: string): bigint {
  let gas = BASE_GAS
  for (let at = 2; at < data.length; at += 2) {
    gas += data.startsWith('00', at) ? ZERO_BYTE_GAS : OTHER_BYTE_GAS
  }
  return gas
}
