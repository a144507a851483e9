import { eventually } from '#tests/support/client'
import { askByHttp } from '#tests/support/http'

/**
 * Asks the node itself, past a faulty way to it and whatever the service thinks of it: a node that
 * has failed a few times in a row is left alone by the service for seconds.
 *
 * @throws Error with the node's own words when it refuses
 */
export async function askNode(url: string, method: string, params: unknown[] = []) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  // An address that is a text is led through no `FaultyRpc`.
  const { text } = await askByHttp('POST', url, headers, body)
  const { result, error } = JSON.parse(text) as {
    result?: unknown
    error?: { message: string }
  }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/**
 * Enough for each of the contracts, and for making them. An estimate may be short: what is counted by
 * the clock costs more when the block comes a second later.
 */
const GAS = '0x1c9c380'
const GAS_MONEY = '0x56bc75e2d63100000'

/**
 * Sends a transaction as somebody whose key nobody here has; the chain has it when this returns.
 *
 * @returns its hash
 * @throws Error when it reverts
 */
export async function sendAs(url: string, from: string, to: string, data: string) {
  const ask = (method: string, ...params: unknown[]) => askNode(url, method, params)
  await ask('anvil_setBalance', from, GAS_MONEY)
  await ask('anvil_impersonateAccount', from)
  const hash = await ask('eth_sendTransaction', { from, to, data, gas: GAS })
  await ask('anvil_stopImpersonatingAccount', from)
  const { status } = await eventually('a transaction to be mined', async () => {
    return (await ask('eth_getTransactionReceipt', hash)) as { status: string } | null
  })
  if (Number(status) !== 1) throw new Error('the transaction reverted')
  return hash
}
