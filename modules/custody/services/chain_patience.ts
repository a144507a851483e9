import { ChainUnreachable, NoContract, RpcError, WrongChain } from '../chain/errors.ts'
import {
  FeesAboveCap,
  NonceLaneFull,
  NodeBehind,
  NotFinalYet,
  NothingToCall,
} from './nonce_lane.ts'
import { SignerUnreachable } from '../chain/signer.ts'
import { PoolNotReady } from './register_boundary.ts'

const NOT_THERE_YET = [ChainUnreachable, WrongChain, NodeBehind, NothingToCall, NotFinalYet]
const WAITS = [FeesAboveCap, NonceLaneFull, PoolNotReady, SignerUnreachable]
const PASSING = [...NOT_THERE_YET, ...WAITS, NoContract, RpcError]

/** Whether the chain is away, or what was sent or deployed is not there yet. */
export function isNotThereYet(error: unknown): error is Error {
  return NOT_THERE_YET.some((kind) => error instanceof kind)
}

/** Whether no node has answered as it should. */
export function isUnanswered(error: unknown): error is Error {
  return [ChainUnreachable, WrongChain, RpcError].some((kind) => error instanceof kind)
}

/** Whether a failure is the chain's and goes by: what it stopped is tried again later. */
export function isPassing(error: unknown): error is Error {
  return PASSING.some((kind) => error instanceof kind)
}
