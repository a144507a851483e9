import { ChainUnreachable } from '../chain/errors.ts'
import type { Address, CallResult, Hex } from '../core/chain_types.ts'
import type { ChainBoundary } from '../core/boundary_view.ts'
import type { CustodyChain } from './custody_chain.ts'

/** A boundary of a pool under its on-chain id, as one block has it. */
export interface BoundaryRow {
  boundaryId: Hex
  boundary: ChainBoundary
}

/** An exchange object of a pool under its on-chain id; `held` is what its vault really holds. */
export interface ObjectRow {
  objectId: Hex
  object: { boundaryId: Hex; vault: Address; balance: bigint }
  held: bigint
}

const PAGE = 100

/** Everything of one kind that a pool has, the default boundary first. */
export async function boundariesOf(
  chain: CustodyChain,
  pool: Address,
  count: number,
  block: number
): Promise<BoundaryRow[]> {
  return (await pages(chain, 'boundaryPage', pool, count, block)) as BoundaryRow[]
}

export async function objectsOf(
  chain: CustodyChain,
  pool: Address,
  count: number,
  block: number
): Promise<ObjectRow[]> {
  return (await pages(chain, 'objectPage', pool, count, block)) as ObjectRow[]
}

async function pages(
  { gateway, plan }: CustodyChain,
  fn: 'boundaryPage' | 'objectPage',
  pool: Address,
  count: number,
  block: number
): Promise<unknown[]> {
  const firsts = Array.from({ length: Math.ceil(count / PAGE) }, (_, page) => page * PAGE)
  if (firsts.length === 0) return []
  const answers = await gateway.callMany(
    firsts.map((first) => ({
      contract: 'CustodyLens',
      to: plan.lens,
      fn,
      args: [pool, BigInt(first), BigInt(PAGE)],
    })),
    block
  )
  return answers.flatMap((answer) => valueOf(answer) as unknown as unknown[])
}

function valueOf(answer: CallResult) {
  if (!answer.ok) throw new ChainUnreachable('the node answers one part of a block and not another')
  return answer.value
}
