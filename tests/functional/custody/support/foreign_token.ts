import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { DEPLOYMENT_PROXY, create2 } from '#modules/custody/services/deployment_plan'
import type { ContractWorld } from '../../../unit/custody/support/contract_world.ts'

const SALT: Hex = `0x${'00'.repeat(32)}`

/** A token with the manners of test money, other code, and a minter who is nobody of the service. */
export async function foreignToken(
  world: ContractWorld
): Promise<{ address: Address; minter: OperatorKey }> {
  const { gateway } = world
  const minter = await world.fundedKey()
  const owner = gateway.addressOf(minter)
  const code = gateway.encodeDeploy('TestUSD', [owner, owner])
  await world.send(minter, DEPLOYMENT_PROXY, `${SALT}${code.slice(2)}`)
  const address = create2(gateway, DEPLOYMENT_PROXY, SALT, code)
  await world.anvil.rpc('anvil_setCode', [address, `${ARTIFACTS.TestUSD.deployedBytecode}fe`])
  return { address, minter }
}
