import type { Clock } from '#app/clock/clock'
import { settingWeaknesses } from '#app/preflight/broken_settings'
import { isMissingTable } from '#app/storage/database_errors'
import { refused, warned, type PreflightCheck, type Weakness } from '#app/preflight/weakness'
import type { RealmReader } from '#modules/ledger/index'
import { openFindings } from './core/open_findings.ts'
import { CUSTODY_LIMITS } from './limits.ts'
import { chainTerms, nodesNeeded } from './core/chain_registry.ts'
import type { Address } from './core/chain_types.ts'
import { sharedRole } from './core/pool_roles.ts'
import { tokenRefusal } from './core/live_token.ts'
import { planDeployment } from './services/deployment_plan.ts'
import { testMoneyCode, tokenFacts, TokenUnfit } from './services/live_tokens.ts'
import type { KeptPoolToken, PoolStore } from './storage/pool_store.ts'
import { NoContract } from './chain/errors.ts'
import { ChainGateway } from './chain/gateway.ts'
import { HttpProvider } from './chain/http_provider.ts'
import {
  custodySettings,
  liveTermsBroken,
  plannedOperator,
  plannedRoles,
  refusePublicOperator,
  worthlessChain,
  type CustodyConfig,
  type CustodySettings,
} from './settings.ts'

/** What custody looks at before the service starts. */
export function custodyPreflight(
  config: CustodyConfig,
  clock: Clock,
  realms: Pick<RealmReader, 'anyLive'>,
  pools: Pick<PoolStore, 'liveTokens'>
): PreflightCheck[] {
  const asProduction = { ...config, production: true }
  return [
    {
      name: 'the settings of custody',
      stage: 'production',
      check: () => custodyWeaknesses(asProduction),
    },
    {
      name: 'live realms',
      stage: 'production',
      check: async () => liveRealmWeaknesses(await anyLive(realms)),
    },
    {
      name: 'the admin of live realms',
      stage: 'production',
      check: async () => {
        const settings = readable(asProduction)
        if (!settings || settings instanceof Error || !settings.admin) return []
        const [hasCode] = await gatewayOf(settings).hasCode([settings.admin])
        return hasCode ? [] : [keyAsAdmin(settings.admin)]
      },
    },
    {
      name: 'the token of live realms',
      stage: 'production',
      check: async () => {
        const settings = readable(asProduction)
        if (!settings || settings instanceof Error) return []
        const kept = await pools.liveTokens(settings.chainId)
        return tokenWeaknesses(gatewayOf(settings), settings, kept)
      },
    },
    {
      name: 'the clock of the chain',
      stage: 'production',
      check: async () => {
        const settings = readable(asProduction)
        if (!settings || settings instanceof Error) return []
        const newest = await gatewayOf(settings).header('latest')
        if (!newest) throw new Error('the node shows no block')
        return blockTimeWeaknesses(newest.timestamp * 1000 - clock.nowMs())
      },
    },
  ]
}

/** All that is wrong with the chain's settings at once; empty where no chain is configured. */
export function custodyWeaknesses(config: CustodyConfig): Weakness[] {
  const found = config.rpcUrl
    .split(',')
    .map((url) => url.trim())
    .filter((url) => URL.canParse(url) && new URL(url).protocol === 'http:')
    .map((url) =>
      refused(
        'CHAIN_RPC_URL',
        `${new URL(url).origin} is not https: whoever sits on the way decides what the service takes for mined.`,
        'Use the https address of a node; put TLS in front of one of your own.'
      )
    )
  const settings = readable(config)
  if (!settings) return found
  if (settings instanceof Error) found.push(...settingWeaknesses(settings))
  else found.push(...registryWeaknesses(settings))
  const { production, chainId = 0 } = config
  const terms = chainTerms(config.chains, chainId, null)
  const worthless = worthlessChain({ production, chainId, terms })
  if (worthless) {
    const remedy = 'Set CHAIN_ID and CHAIN_RPC_URL to the chain that holds the money.'
    found.push(refused('CHAIN_ID', `${worthless}.`, remedy))
  }
  // The key is judged whatever is wrong with the rest.
  const sound = {
    rpcUrl: 'https://node.invalid',
    chainId: 1,
    confirmations: undefined,
    liveToken: '',
  }
  const signer = readable({ ...config, ...sound })
  return signer && !(signer instanceof Error)
    ? [...found, ...operatorWeaknesses(config, signer)]
    : found
}

function keyAsAdmin(admin: Address): Weakness {
  const wrong = `No contract is at ${admin}: one key would be the admin of every live realm.`
  return refused('ADMIN_ADDRESS', wrong, 'Deploy a Safe with several owners, and name it.')
}

/** What the registry asks for live realms of this chain, and the settings do not give. */
function registryWeaknesses(settings: CustodySettings): Weakness[] {
  const wrong = liveTermsBroken(settings)
  if (wrong === null) return []
  const remedy = 'Nothing else is concerned: paper realms do not settle there.'
  return [warned('live realms', `No live realm gets a pool: ${wrong}.`, remedy)]
}

/**
 * The token of live realms, as the chain has it now: whether live realms may hold it, and whether it is
 * what it was when pools were made for it.
 *
 * @throws ChainUnreachable, WrongChain, RpcError
 */
export async function tokenWeaknesses(
  gateway: ChainGateway,
  settings: CustodySettings,
  kept: readonly KeptPoolToken[]
): Promise<Weakness[]> {
  const { liveToken, symbol, name } = settings.terms
  const plan = planDeployment(gateway, plannedOperator(settings), settings.terms, settings.admin)
  const found: Weakness[] = []
  if (liveToken !== null) {
    try {
      const facts = await tokenFacts(gateway, liveToken)
      const reason = tokenRefusal(facts, symbol, testMoneyCode(gateway, plan))
      if (reason) found.push(unfit(liveToken, reason))
    } catch (error) {
      if (error instanceof TokenUnfit) found.push(unfit(liveToken, error.reason))
      else if (!(error instanceof NoContract)) throw error
      else
        found.push(warned('LIVE_TOKEN_ADDRESS', `Nothing is at ${liveToken} on ${name}.`, NAME_IT))
    }
  }
  for (const one of kept) {
    const wrong = await changedToken(gateway, one, plan.token)
    if (wrong)
      found.push(refused('live realms', wrong, 'Find out who changed it, before it is used.'))
  }
  return found
}

async function changedToken(gateway: ChainGateway, kept: KeptPoolToken, paper: Address) {
  const { token } = kept
  if (token === null) return null
  if (token === paper) return `Live pools hold ${token}, the money of paper realms.`
  const now = await tokenFacts(gateway, token)
  const changed = (['tokenSymbol', 'tokenDecimals', 'tokenCodeHash'] as const)
    .filter((fact) => kept[fact] !== null && kept[fact] !== now[fact])
    .map((fact) => `${fact} was ${kept[fact]} and is ${now[fact]}`)
  return changed.length === 0
    ? null
    : `The token ${token} of live pools changed: ${changed.join(', ')}.`
}

const NAME_IT = 'Name the token that live realms hold.'

function unfit(token: Address, reason: string): Weakness {
  return refused('LIVE_TOKEN_ADDRESS', `The token ${token} ${reason}.`, NAME_IT)
}

/** @param realmId an open realm with real money; null when there is none */
export function liveRealmWeaknesses(realmId: string | null, open = openFindings()): Weakness[] {
  if (realmId === null || open === null) return []
  const wrong = `Realm ${realmId} is live, and custody may not hold real money while findings of its audit are open: ${open}.`
  const remedy = 'Close its live realms with the version that opened them, or stay on that one.'
  return [refused('live realms', wrong, remedy)]
}

/** @param aheadMs how far the newest block's time is ahead of our clock */
export function blockTimeWeaknesses(aheadMs: number): Weakness[] {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  if (aheadMs > CUSTODY_LIMITS.blockAheadMs) {
    const wrong = `The newest block is ${seconds} s ahead of our clock, which is late then.`
    return [refused('clock', wrong, 'Let NTP set the clock of this machine.')]
  }
  if (aheadMs > -CUSTODY_LIMITS.blockBehindMs) return []
  const wrong = `The newest block is ${seconds} s old.`
  return [warned('CHAIN_RPC_URL', wrong, 'See whether the node still follows the chain.')]
}

async function anyLive(realms: Pick<RealmReader, 'anyLive'>): Promise<string | null> {
  try {
    return await realms.anyLive()
  } catch (error) {
    if (isMissingTable(error)) return null
    throw error
  }
}

function operatorWeaknesses(config: CustodyConfig, settings: CustodySettings): Weakness[] {
  try {
    const { operators, settlers = [], guardians = [] } = settings
    for (const { address } of [...operators, ...settlers, ...guardians]) {
      refusePublicOperator(settings, address)
    }
    return [...keyWeaknesses(config, settings), ...sharedRoles(settings)]
  } catch (error) {
    const remedy = 'Everybody can sign with it: move what it owns first.'
    return [refused('OPERATOR_KEY', `${(error as Error).message}.`, remedy)]
  }
}

function sharedRoles(settings: CustodySettings): Weakness[] {
  const shared = sharedRole(plannedRoles(settings))
  if (shared === null) return []
  const remedy = 'Give each role an account of its own: whoever steals one key has one role.'
  return [refused('ADMIN_ADDRESS', `${shared}.`, remedy)]
}

/** Who breaks into a web server should find no key; a worker without one signs nothing that others ask for. */
function keyWeaknesses(
  { signs = true, hadKey }: CustodyConfig,
  settings: CustodySettings
): Weakness[] {
  if (!signs && hadKey) {
    const wrong = 'A web server was given a key, and only workers sign.'
    const remedy = `Give servers OPERATOR_SIGNERS=${plannedOperator(settings)} instead of it.`
    return [refused('OPERATOR_KEY', wrong, remedy)]
  }
  const accounts = [...settings.operators, ...(settings.guardians ?? [])]
  const without = accounts.filter(({ source }) => signs && source === null)
  return without.map(({ address }) =>
    refused(
      'OPERATOR_SIGNERS',
      `It says no place of the key of ${address}: this worker would sign nothing for it.`,
      'Name its place behind it: file:/path, web3signer:https://host or kms:key-id.'
    )
  )
}

function gatewayOf({ rpcUrls, chainId, terms }: CustodySettings): ChainGateway {
  const needed = nodesNeeded(terms, rpcUrls)
  return new ChainGateway(new HttpProvider({ urls: rpcUrls, chainId, needed }))
}

function readable(config: CustodyConfig): CustodySettings | Error | null {
  try {
    return custodySettings(config)
  } catch (error) {
    return error as Error
  }
}
