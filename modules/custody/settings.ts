import { readFileSync } from 'node:fs'
import type { Secret } from '@adonisjs/core/helpers'
import { readTogether } from '#app/preflight/broken_settings'
import { OperatorKey } from './chain/operator_key.ts'

/** The shape of `config/custody.ts`. */
export interface CustodyConfig {
  production: boolean
  rpcUrl: string
  chainId: number | undefined
  confirmations: number | undefined
  operatorKey: Secret<string> | undefined
  operatorKeyFile: string | undefined
  appUrl: string
}

export interface CustodySettings {
  rpcUrls: string[]
  chainId: number
  /** Blocks from a transaction's own to the head, its own included, until it counts as final. */
  confirmations: number
  operatorKey: OperatorKey
  /** A chain of a developer's machine: its state may vanish and its money is worth nothing. */
  developmentChain: boolean
  production: boolean
}

const DEVELOPMENT_CHAIN_IDS = new Set([1337, 31337])
const DEVELOPMENT_CONFIRMATIONS = 1
const LIVE_CONFIRMATIONS = 12

/** Accounts of the mnemonic "test test … junk" that anvil and hardhat print; everybody has these keys. */
const PUBLIC_ACCOUNTS = new Set([
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
  '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
])

/**
 * What the configuration means. Called at boot, so that a wrong value stops the service there and
 * not at the first settlement.
 *
 * @returns null when no chain is configured: everything but custody works
 * @throws Error that says which variables to change, a line for each
 */
export function custodySettings(
  config: CustodyConfig,
  readText: (file: string) => string = (file) => readFileSync(file, 'utf8')
): CustodySettings | null {
  const rpcUrls = config.rpcUrl
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (rpcUrls.length === 0) return null
  const read = readTogether({
    rpcUrls: () => rpcUrls.map(requireHttpUrl),
    chainId: () => chainIdOf(config),
    confirmations: () => confirmationsOf(config),
    operatorKey: () => operatorKeyOf(config, readText),
  })
  const { production } = config
  return { ...read, developmentChain: isDevelopmentChain(read.chainId), production }
}

function chainIdOf({ chainId }: CustodyConfig): number {
  if (chainId === undefined)
    throw new Error('CHAIN_ID is missing: set it to the chain behind CHAIN_RPC_URL')
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new Error('CHAIN_ID must be a positive integer')
  return chainId
}

function confirmationsOf({ chainId, confirmations }: CustodyConfig): number {
  const blocks =
    confirmations ?? (isDevelopmentChain(chainId) ? DEVELOPMENT_CONFIRMATIONS : LIVE_CONFIRMATIONS)
  if (Number.isSafeInteger(blocks) && blocks >= 1) return blocks
  throw new Error('CONFIRMATIONS must be a whole number of blocks, at least 1')
}

/** A chain of a developer's machine. */
export function isDevelopmentChain(chainId: number | undefined): boolean {
  return chainId !== undefined && DEVELOPMENT_CHAIN_IDS.has(chainId)
}

/** The key of what differs between a developer's chain and one that matters, such as waiting times. */
export function chainKind({
  developmentChain,
}: Pick<CustodySettings, 'developmentChain'>): 'development' | 'live' {
  return developmentChain ? 'development' : 'live'
}

/** @throws Error when anybody could sign as this operator on a chain that matters */
export function refusePublicOperator(settings: CustodySettings, operator: string) {
  if (!PUBLIC_ACCOUNTS.has(operator.toLowerCase())) return
  if (settings.production || !settings.developmentChain) {
    throw new Error(
      'OPERATOR_KEY is a publicly known development key; generate one with "openssl rand -hex 32"'
    )
  }
}

/**
 * Why realms with real value get no pool here, or null when they do.
 */
export function liveRealmsRefused({
  production,
  developmentChain,
  chainId,
}: Pick<CustodySettings, 'production' | 'developmentChain' | 'chainId'>): string | null {
  if (!production || !developmentChain) return null
  return `CHAIN_ID ${chainId} is a development chain: point CHAIN_RPC_URL at a real one`
}

function operatorKeyOf(config: CustodyConfig, readText: (file: string) => string): OperatorKey {
  if (config.operatorKey) return new OperatorKey(config.operatorKey.release())
  if (config.operatorKeyFile) return new OperatorKey(keyText(config.operatorKeyFile, readText))
  throw new Error('CHAIN_RPC_URL needs an operator: set OPERATOR_KEY or OPERATOR_KEY_FILE')
}

function keyText(file: string, readText: (file: string) => string): string {
  try {
    return readText(file)
  } catch (error) {
    const problem = `OPERATOR_KEY_FILE names a file that cannot be read: ${file}`
    throw new Error(problem, { cause: error })
  }
}

function requireHttpUrl(url: string): string {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol === 'http:' || protocol === 'https:') return url
  throw new Error('CHAIN_RPC_URL must be an http or https URL, or several with commas between them')
}
