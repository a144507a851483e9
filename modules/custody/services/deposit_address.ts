import type { ChainGateway } from '../chain/gateway.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { create2 } from './deployment_plan.ts'

/** `abi.encode("deposit", …)`: where the text stands, and the text itself. */
const TEXT_OFFSET = word('60')
const TEXT = `${word('7')}${'6465706f736974'.padEnd(64, '0')}`

export interface DepositPlace {
  /** Of `RealmCustody`, which has deployed what deposit addresses delegate to. */
  implementation: Address
  pool: Address
  boundaryId: string
  /** The deposit's operation. */
  operationId: string
}

/**
 * Where one deposit is paid: a clone that only its pool can empty, into this boundary and under this
 * reference. The contract's `depositAddress`, known without asking a node.
 */
export function depositAddress(gateway: ChainGateway, place: DepositPlace): Address {
  const { pool, boundaryId, operationId } = place
  const parts = [TEXT_OFFSET, bare(gateway.idHash(boundaryId)), bare(gateway.idHash(operationId))]
  const salt = gateway.keccak(`0x${parts.join('')}${TEXT}`)
  const holder = bare(holderImplementation(gateway, place.implementation))
  // OpenZeppelin's clone with immutable arguments; the argument is the pool.
  const code: Hex = `0x61004d3d81600a3d39f3363d3d373d3d3d363d73${holder}5af43d82803e903d91602b57fd5bf3${word(bare(pool))}`
  return create2(gateway, pool, salt, code)
}

/** The first contract that the implementation made, in its constructor. */
function holderImplementation(gateway: ChainGateway, implementation: Address): Address {
  const hash = gateway.keccak(`0xd694${bare(implementation)}01`)
  return gateway.checksum(`0x${hash.slice(-40)}`)
}

function word(hex: string): string {
  return hex.padStart(64, '0')
}

function bare(hex: Hex): string {
  return hex.slice(2).toLowerCase()
}
