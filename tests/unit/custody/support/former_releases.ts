import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, type Abi } from 'viem'
import type { Artifact } from '#modules/custody/chain/artifacts'
import type { ChainGateway } from '#modules/custody/chain/gateway'
import { NO_LIMITS } from '#modules/custody/core/chain_registry'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { limitsOf } from '#modules/custody/core/pool_limits'
import { DEPLOYMENT_PROXY, create2 } from '#modules/custody/services/deployment_plan'
import { CONTRACTS } from '#modules/custody/proofs/contract_project'

type Compiled = Pick<Artifact, 'abi' | 'bytecode'>

export const FORMER_RELEASES = [1, 2] as const

export type FormerRelease = (typeof FORMER_RELEASES)[number]

/** What the pools of a former release were made of, which go on as they are. */
export function formerContracts(release: FormerRelease) {
  const file = join(CONTRACTS, `releases/${release}.json`)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<'pool' | 'factory', Compiled>
}

const SALT: Hex = `0x${'00'.repeat(32)}`

interface PlannedRelease {
  implementation: Address
  factory: Address
  token: Address
  /** In this order, each through the deployment proxy. */
  deployments: Hex[]
  /** @param heldToken left out for the test money of this release, which a paper pool mints */
  createRealm: (realmId: string, boundaryId: string, heldToken?: Address) => Hex
}

/** Whoever made the pools of former releases. The signer of today's service deploys nothing but its own contracts. */
export const FORMER_OPERATOR: Address = `0x${'1e'.repeat(20)}`

/**
 * Where the contracts of a former release are, and what their operator of those days sends to put them and a
 * pool there.
 *
 * @param operator of the pool
 */
export function planFormer(
  release: FormerRelease,
  gateway: ChainGateway,
  operator: Address
): PlannedRelease {
  const { pool, factory } = formerContracts(release)
  const place = (code: Hex) => create2(gateway, DEPLOYMENT_PROXY, SALT, code)
  const implementation = place(pool.bytecode)
  const abi = factory.abi as Abi
  const args = [implementation, FORMER_OPERATOR, FORMER_OPERATOR]
  const factoryCode = encodeDeployData({ abi, bytecode: factory.bytecode, args })
  const factoryAddress = place(factoryCode)
  const tokenCode = gateway.encodeDeploy('TestUSD', [FORMER_OPERATOR, factoryAddress])
  const token = place(tokenCode)
  return {
    implementation,
    factory: factoryAddress,
    token,
    deployments: [pool.bytecode, factoryCode, tokenCode].map(
      (code): Hex => `${SALT}${code.slice(2)}`
    ),
    createRealm: (realmId, boundaryId, heldToken) => {
      const ids = [realmId, boundaryId].map((id) => gateway.idHash(id))
      const paper = heldToken === undefined
      const made: ChainValue[] = [...ids, heldToken ?? token, operator, operator, paper]
      if (release > 1) made.push(limitsOf(true, NO_LIMITS))
      return encodeFunctionData({ abi, functionName: 'createRealm', args: made })
    },
  }
}
