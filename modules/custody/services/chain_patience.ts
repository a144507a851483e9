import { ChainUnreachable, NoContract, RpcError, WrongChain } from '../chain/errors.ts'
import { FeesAboveCap, LaneFull, NodeBehind, NotFinalYet, NothingToCall } from './lane.ts'
import { PoolNotReady } from './register_boundary.ts'

const PASSING = [
  ...[ChainUnreachable, WrongChain, NoContract, RpcError],
  ...[FeesAboveCap, LaneFull, NodeBehind, NotFinalYet, NothingToCall, PoolNotReady],
]

/** Whether a failure is the chain's and goes by: what it stopped is tried again later. */
export function isPassing(error: unknown): error is Error {
  return PASSING.some((kind) => error instanceof kind)
}
