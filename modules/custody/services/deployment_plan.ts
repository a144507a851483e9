import { ARTIFACTS } from '../chain/artifacts.ts'
import { NO_LIMITS, type ChainTerms, type PoolLimits } from '../core/chain_registry.ts'
import type { ChainGateway } from '../chain/gateway.ts'
import type { Address, ChainValue, ContractName, Hex } from '../core/chain_types.ts'

/**
 * The standard deterministic deployment proxy: calldata is a salt followed by creation code. It has
 * the same address on most chains; anvil carries it from block 0.
 */
export const DEPLOYMENT_PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Its runtime code, for local chains that were reset without it. */
export const DEPLOYMENT_PROXY_CODE: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

const SALT: Hex = `0x${'00'.repeat(32)}`

export interface PlannedContract {
  name: ContractName
  address: Address
  /** Calldata for the deployment proxy. */
  data: Hex
}

/** Where the service's contracts are, or will be, on any chain, for one operator. */
export interface DeploymentPlan {
  operator: Address
  /** Of the factory and of live pools. */
  admin: Address
  implementation: Address
  factory: Address
  /** The money of paper realms, which their pools mint. */
  token: Address
  /** What live realms hold; null: none is named for this chain. */
  liveToken: Address | null
  /** The live token, where it is a stand-in of our own: on a developer's chain that names none. */
  standIn: Address | null
  /** What pools of live realms are made with. */
  liveLimits: PoolLimits
  /** Paging views over pools; has no rights. */
  lens: Address
  /** In the order in which they have to be deployed. */
  contracts: PlannedContract[]
}

/**
 * Every address follows from bytecode and constructor arguments, so a chain that lost its state gets
 * the same contracts at the same places, and whoever deploys first deploys the right thing.
 */
export function planDeployment(
  gateway: ChainGateway,
  operator: Address,
  { worth, liveToken, liveLimits }: Pick<ChainTerms, 'worth' | 'liveToken' | 'liveLimits'> = {
    worth: 'local',
    liveToken: null,
    liveLimits: NO_LIMITS,
  },
  admin: Address | null = null
): DeploymentPlan {
  const extension = planned(gateway, 'RealmCustodyExtension', [])
  const implementation = planned(gateway, 'RealmCustody', [extension.address])
  const factory = planned(gateway, 'CustodyFactory', [
    implementation.address,
    admin ?? operator,
    operator,
  ])
  const token = planned(gateway, 'TestUSD', [operator, factory.address])
  // No pool can become a minter of it: its manager is no factory.
  const standIn = planned(gateway, 'TestUSD', [operator, operator])
  const lens = planned(gateway, 'CustodyLens', [])
  const needsStandIn = worth === 'local' && liveToken === null
  return {
    operator,
    admin: admin ?? operator,
    implementation: implementation.address,
    factory: factory.address,
    token: token.address,
    liveToken: needsStandIn ? standIn.address : liveToken,
    standIn: needsStandIn ? standIn.address : null,
    liveLimits,
    lens: lens.address,
    contracts: [
      extension,
      implementation,
      factory,
      ...(worth === 'value' ? [] : [token]),
      lens,
      ...(needsStandIn ? [standIn] : []),
    ],
  }
}

/** Where the factory of the plan puts the pool of a realm (an ERC-1167 clone, salt = id hash). */
export function poolAddress(
  gateway: ChainGateway,
  plan: Pick<DeploymentPlan, 'implementation' | 'factory'>,
  realmId: string
): Address {
  const target = plan.implementation.slice(2).toLowerCase()
  const cloneCode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${target}5af43d82803e903d91602b57fd5bf3`
  return create2(gateway, plan.factory, gateway.idHash(realmId), cloneCode)
}

/** A co-signer that is k of n, at the same place in whatever order its members are named. */
export function plannedGroup(
  gateway: ChainGateway,
  members: readonly Address[],
  threshold: number
): PlannedContract {
  const signers = members.map((member) => member.toLowerCase()).sort()
  return planned(gateway, 'CosignerGroup', [signers, BigInt(threshold)])
}

/** Whether calldata for the deployment proxy makes such a group; whoever is in it, it has no rights by itself. */
export function makesGroup(data: Hex): boolean {
  return data.startsWith(`${SALT}${ARTIFACTS.CosignerGroup.bytecode.slice(2)}`)
}

function planned(
  gateway: ChainGateway,
  name: ContractName,
  args: readonly ChainValue[]
): PlannedContract {
  const code = gateway.encodeDeploy(name, args)
  const data: Hex = `${SALT}${code.slice(2)}`
  return { name, address: create2(gateway, DEPLOYMENT_PROXY, SALT, code), data }
}

/** The address of what `deployer` creates with CREATE2. */
export function create2(gateway: ChainGateway, deployer: Address, salt: Hex, code: Hex): Address {
  const parts = ['ff', deployer.slice(2), salt.slice(2), gateway.keccak(code).slice(2)]
  return gateway.checksum(`0x${gateway.keccak(`0x${parts.join('').toLowerCase()}`).slice(-40)}`)
}
