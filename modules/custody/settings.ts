import type { Secret } from '@adonisjs/core/helpers'
import { addressProblem, checksummed } from '#app/addresses/eip55'
import { readTogether } from '#app/preflight/broken_settings'
import type { Address } from './core/chain_types.ts'
import {
  chainTerms,
  LOCAL_CHAINS,
  type ChainRegistry,
  type ChainTerms,
} from './core/chain_registry.ts'
import { openFindings } from './core/open_findings.ts'
import { rolesBroken, type PlannedRoles } from './core/pool_roles.ts'
import {
  adminOf,
  guardiansOf,
  keyReader,
  operatorsOf,
  settlersOf,
  type AccountConfig,
} from './chain/account_settings.ts'
import type { SigningAccount } from './chain/signing_account.ts'

/** The shape of `config/custody.ts`. */
export interface CustodyConfig extends AccountConfig {
  rpcUrl: string
  chainId: number | undefined
  confirmations: number | undefined
  chains: ChainRegistry
  liveToken: string
  /** How old the newest attestation of what a realm owes may become; 0 attests nothing. */
  attestMinutes?: number
  appUrl: string
  /** Shared by all processes of the service, and unknown to the database. */
  orderSecret: Secret<string>
}

export interface CustodySettings {
  rpcUrls: string[]
  chainId: number
  /** What is known of the chain, with the token of the settings. */
  terms: ChainTerms
  /** Blocks from a transaction's own to the head, its own included, until it counts as final. */
  confirmations: number
  /** The accounts that act for the service; the contracts are planned for the first. */
  operators: SigningAccount[]
  /** Who moves value within pools, with lanes of their own. Empty: operators do. */
  settlers?: SigningAccount[]
  /** Who halts pools, the first with a lane of its own. Empty: operators do. */
  guardians?: SigningAccount[]
  /** Admin of live pools. Null: the operator they are made by. */
  admin?: Address | null
  /** A chain of a developer's machine: its state may vanish and its money is worth nothing. */
  developmentChain: boolean
  production: boolean
  /** What a process shows with that it has ordered a transaction. */
  orderSecret: Secret<string>
  /** How old the newest attestation of what a realm owes may become; left out for the default. */
  attestMinutes?: number
}

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
  readText: (file: string) => string = keyReader(config.production)
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
    liveToken: () => liveTokenOf(config),
    operators: () => operatorsOf(config, readText),
    settlers: () => settlersOf(config, readText),
    guardians: () => guardiansOf(config, readText),
    admin: () => adminOf(config),
    attestMinutes: () => attestMinutesOf(config),
  })
  const { production, orderSecret } = config
  const { confirmations, liveToken, ...rest } = read
  const terms = chainTerms(config.chains, read.chainId, liveToken)
  return {
    ...rest,
    terms,
    confirmations: confirmations ?? terms.confirmations,
    developmentChain: terms.worth === 'local',
    production,
    orderSecret,
  }
}

function chainIdOf({ chainId }: CustodyConfig): number {
  if (chainId === undefined)
    throw new Error('CHAIN_ID is missing: set it to the chain behind CHAIN_RPC_URL')
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new Error('CHAIN_ID must be a positive integer')
  return chainId
}

function confirmationsOf({ confirmations }: CustodyConfig): number | undefined {
  if (confirmations === undefined) return undefined
  if (Number.isSafeInteger(confirmations) && confirmations >= 1) return confirmations
  throw new Error('CONFIRMATIONS must be a whole number of blocks, at least 1')
}

function liveTokenOf({ liveToken }: CustodyConfig): Address | null {
  if (liveToken === '') return null
  const problem = addressProblem(liveToken)
  if (problem) throw new Error(`LIVE_TOKEN_ADDRESS ${problem}`)
  return checksummed(liveToken)
}

const ATTEST_MINUTES = 24 * 60

/** @throws Error that says which variable to change */
export function attestMinutesOf({ attestMinutes = ATTEST_MINUTES }: CustodyConfig): number {
  if (Number.isSafeInteger(attestMinutes) && attestMinutes >= 0) return attestMinutes
  throw new Error('ATTEST_MINUTES must be a whole number of minutes, or 0 to attest nothing')
}

/** Who acts for the service. */
export function plannedRoles({
  admin = null,
  operators,
  settlers = [],
  guardians = [],
}: Accounts): PlannedRoles {
  const addresses = (accounts: readonly SigningAccount[]) => accounts.map(({ address }) => address)
  return {
    admin,
    operators: addresses(operators),
    settlers: addresses(settlers.length > 0 ? settlers : operators),
    guardians: addresses(guardians),
  }
}

type Accounts = Pick<CustodySettings, 'admin' | 'operators' | 'settlers' | 'guardians'>

/** The account that the contracts are planned for. */
export function plannedOperator({ operators }: Pick<CustodySettings, 'operators'>): Address {
  return operators[0]!.address
}

/** A chain of a developer's machine. */
export function isDevelopmentChain(chainId: number | undefined): boolean {
  return chainId !== undefined && chainId in LOCAL_CHAINS
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

/** Why production does not start on this chain, or null when it does. */
export function worthlessChain({
  production,
  terms,
  chainId,
}: Pick<CustodySettings, 'production' | 'terms' | 'chainId'>): string | null {
  if (!production || terms.worth !== 'local') return null
  return `CHAIN_ID ${chainId} is a development chain: point CHAIN_RPC_URL at a real one`
}

type LiveTerms = Accounts &
  Pick<CustodySettings, 'production' | 'terms' | 'chainId' | 'rpcUrls' | 'confirmations'>

/**
 * Why realms with real value get no pool here, or null when they do.
 */
export function liveRealmsRefused(
  settings: LiveTerms,
  open: string | null = openFindings()
): string | null {
  const { production, terms, chainId } = settings
  const worthless = worthlessChain(settings)
  if (worthless) return worthless
  if (terms.liveToken === null && terms.worth !== 'local') {
    return `no token is named for chain ${chainId}: set LIVE_TOKEN_ADDRESS`
  }
  if (!production) return null
  if (terms.worth === 'test') return `CHAIN_ID ${chainId} (${terms.name}) holds no real money`
  return liveTermsBroken(settings) ?? (open && `findings of the audit are open: ${open}`)
}

/** What the registry asks of a chain of value and the settings do not give; null when they do. */
export function liveTermsBroken(settings: LiveTerms): string | null {
  const { terms, rpcUrls, confirmations } = settings
  if (terms.worth !== 'value') return null
  const { name, endpoints, confirmations: least } = terms
  if (terms.liveToken === null) return `no token is named for ${name}: set LIVE_TOKEN_ADDRESS`
  if (new Set(rpcUrls).size < endpoints) return `${name} wants ${endpoints} nodes in CHAIN_RPC_URL`
  if (confirmations < least) {
    return `CONFIRMATIONS is ${confirmations}, and ${name} wants ${least} at least`
  }
  return rolesBroken(plannedRoles(settings))
}

/** Whether paper realms settle on this chain: play money is worth no gas that costs real money. */
export function carriesPaper({ terms }: Pick<CustodySettings, 'terms'>): boolean {
  return terms.worth !== 'value'
}

function requireHttpUrl(url: string): string {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol === 'http:' || protocol === 'https:') return url
  throw new Error('CHAIN_RPC_URL must be an http or https URL, or several with commas between them')
}
