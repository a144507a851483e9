import type { Clock } from '#app/clock/clock'
import { settingWeaknesses } from '#app/preflight/broken_settings'
import { refused, warned, type PreflightCheck, type Weakness } from '#app/preflight/weakness'
import { CUSTODY_LIMITS } from './limits.ts'
import { ChainGateway } from './chain/gateway.ts'
import { HttpProvider } from './chain/http_provider.ts'
import {
  custodySettings,
  isDevelopmentChain,
  liveRealmsRefused,
  refusePublicOperator,
  type CustodyConfig,
  type CustodySettings,
} from './settings.ts'

/** What custody looks at before the service starts. */
export function custodyPreflight(config: CustodyConfig, clock: Clock): PreflightCheck[] {
  const asProduction = { ...config, production: true }
  return [
    {
      name: 'the settings of custody',
      stage: 'production',
      check: () => custodyWeaknesses(asProduction),
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
  const { production, chainId = 0 } = config
  const developmentChain = isDevelopmentChain(chainId)
  const worthless = liveRealmsRefused({ production, chainId, developmentChain })
  if (worthless) {
    const remedy = 'Set CHAIN_ID and CHAIN_RPC_URL to the chain that holds the money.'
    found.push(refused('CHAIN_ID', `${worthless}.`, remedy))
  }
  // The key is judged whatever is wrong with the rest.
  const sound = { rpcUrl: 'https://node.invalid', chainId: 1, confirmations: undefined }
  const signer = readable({ ...config, ...sound })
  return signer && !(signer instanceof Error) ? [...found, ...operatorWeaknesses(signer)] : found
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

function operatorWeaknesses(settings: CustodySettings): Weakness[] {
  try {
    refusePublicOperator(settings, gatewayOf(settings).addressOf(settings.operatorKey))
    return []
  } catch (error) {
    const remedy = 'Everybody can sign with it: move what it owns first.'
    return [refused('OPERATOR_KEY', `${(error as Error).message}.`, remedy)]
  }
}

function gatewayOf({ rpcUrls, chainId }: CustodySettings): ChainGateway {
  return new ChainGateway(new HttpProvider({ urls: rpcUrls, chainId }))
}

function readable(config: CustodyConfig): CustodySettings | Error | null {
  try {
    return custodySettings(config)
  } catch (error) {
    return error as Error
  }
}
