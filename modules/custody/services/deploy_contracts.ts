import type { CustodyChain } from './custody_chain.ts'
import { DEPLOYMENT_PROXY } from './deployment_plan.ts'
import { CallRefused } from './nonce_lane.ts'
import type { Intent } from './choose_gas.ts'

const FINAL_WITHIN_MS = 20_000

/** The chain lacks the contract that all our addresses are derived from. */
export class DeploymentProxyMissing extends Error {
  constructor(chainId: number) {
    super(
      `Chain ${chainId} has no deterministic deployment proxy at ${DEPLOYMENT_PROXY}: ` +
        'deploy it there once (github.com/Arachnid/deterministic-deployment-proxy), then restart the worker'
    )
    this.name = 'DeploymentProxyMissing'
  }
}

/**
 * Puts the contracts of the plan on the chain, those that are missing. Code at a planned address is
 * ours by construction: the address is a hash of it. Safe to run in several workers at once: one
 * transaction per contract is stored, whoever comes second watches that one.
 *
 * @returns how many were missing
 * @throws DeploymentProxyMissing, NotFinalYet, ChainUnreachable
 */
export async function deployContracts(chain: CustodyChain): Promise<number> {
  const { contracts } = chain.plan
  const present = await chain.gateway.hasCode([
    DEPLOYMENT_PROXY,
    ...contracts.map(({ address }) => address),
  ])
  const missing = contracts.filter((_, index) => !present[index + 1])
  if (missing.length === 0) return 0
  if (!present[0]) throw new DeploymentProxyMissing(chain.settings.chainId)
  // In order: the constructors of implementation and factory look for what they are given.
  for (const { name, address, data } of missing) {
    const purpose = `deploy:${name}:${address}`
    await deployOne(chain, { purpose, to: DEPLOYMENT_PROXY, data })
    const [deployed] = await chain.gateway.hasCode([address])
    if (deployed) continue
    await chain.lane.void(purpose)
    throw new Error(`${name} did not appear at ${address}; it will be tried again`)
  }
  return missing.length
}

async function deployOne(chain: CustodyChain, intent: Intent): Promise<void> {
  try {
    const transaction = await chain.lane.submit(intent)
    await chain.lane.awaitFinal(transaction, FINAL_WITHIN_MS)
  } catch (error) {
    // The proxy refuses an address that has code: another operator was faster with the same bytes.
    if (!(error instanceof CallRefused)) throw error
  }
}
