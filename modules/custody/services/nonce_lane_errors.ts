import { RpcError } from '../chain/errors.ts'
import type { Address, DecodedRevert } from '../core/chain_types.ts'

/** The call would revert: nothing was stored or sent. */
export class CallRefused extends Error {
  constructor(
    readonly purpose: string,
    readonly revert: DecodedRevert | null,
    cause: unknown
  ) {
    super(`The chain refuses ${purpose}: ${revert?.name ?? 'no reason given'}`, { cause })
    this.name = 'CallRefused'
  }

  /** Whether the node ran the call and it reverted; else the node itself refuses, which says nothing about the call. */
  get executed(): boolean {
    const { cause } = this
    return cause instanceof RpcError && (cause.code === 3 || cause.data !== null)
  }
}

/** Nothing to call at the address: the chain would take the transaction and do nothing. Nothing was sent. */
export class NothingToCall extends Error {
  constructor(readonly to: Address) {
    super(`No contract is at ${to} yet; a worker deploys ours`)
    this.name = 'NothingToCall'
  }
}

/**
 * The node lacks transactions of this account, or blocks, that were final: a local chain that starts over,
 * or one that lags. What it refuses it may well take once it has them. Nothing was stored or sent.
 */
export class NodeBehind extends Error {
  constructor(readonly purpose: string) {
    super(`The node lacks what was final before ${purpose}; it is asked again`)
    this.name = 'NodeBehind'
  }
}

/** Sent and not final in the time given. Asking again later continues where this stopped. */
export class NotFinalYet extends Error {
  constructor(readonly purpose: string) {
    super(`${purpose} is not final yet; it is looked after in the background`)
    this.name = 'NotFinalYet'
  }
}

/** The chain asks for more than a person allowed: nothing was stored or sent. */
export class FeesAboveCap extends Error {
  constructor(baseFeeWei: bigint) {
    super(`Gas costs ${baseFeeWei} wei, above the cap; sending waits`)
    this.name = 'FeesAboveCap'
  }
}
