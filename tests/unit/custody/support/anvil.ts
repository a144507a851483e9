import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { eventually } from '#tests/support/client'
import { freePort } from '../../../../bin/launcher/base/ports.js'

export const TEST_CHAIN_ID = 31337

export interface Anvil {
  url: string
  /** Without a grace period: what a crash does. */
  kill(): Promise<void>
  /** Any JSON-RPC call. */
  rpc(method: string, params?: unknown[]): Promise<unknown>
}

/** A private anvil with the flags of production use. `port` restarts one at a known address. */
export async function startAnvil(
  options: { port?: number; chainId?: number } = {}
): Promise<Anvil> {
  const port = options.port ?? (await freePort())
  const chainId = options.chainId ?? TEST_CHAIN_ID
  const require = createRequire(import.meta.url)
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const binary = require.resolve(`@foundry-rs/anvil-linux-${arch}/bin/anvil`)
  const child = spawn(
    binary,
    ['-q', '--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)].concat(
      ['--hardfork', 'cancun', '--order', 'fifo', '--prune-history', '64', '--accounts', '1'],
      ['--gas-limit', '100000000', '--no-request-size-limit', '--mnemonic-random']
    ),
    // It keeps a folder per run below HOME, and a killed one never removes it.
    { stdio: 'ignore', env: { ...process.env, HOME: process.env.TEST_DATA_DIR ?? tmpdir() } }
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const provider = new HttpProvider({ urls: [url], chainId, readRounds: 1 })
  await answering(url)
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    rpc: (method, params = []) => provider.request(method, params),
  }
}

async function answering(url: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  await eventually('anvil to start', async () => {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    return answer?.ok || null
  })
}
