/** No configured node gave a usable answer. Nothing is known about the outcome of a send. */
export class ChainUnreachable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The chain cannot be reached: ${reason}`, { cause })
    this.name = 'ChainUnreachable'
  }
}

/** Nodes answered, and too few of them alike. Nothing is believed; whoever asked asks again later. */
export class NodesDisagree extends ChainUnreachable {
  constructor(
    readonly method: string,
    readonly needed: number,
    readonly answered: number
  ) {
    super(`no ${needed} of ${answered} nodes give the same answer to ${method}`)
    this.name = 'NodesDisagree'
  }
}

/** A node answered, for another chain than the configured one. */
export class WrongChain extends Error {
  constructor(
    readonly expected: number,
    readonly actual: number
  ) {
    super(
      `The node is on chain ${actual}, but CHAIN_ID is ${expected}: correct CHAIN_RPC_URL or CHAIN_ID`
    )
    this.name = 'WrongChain'
  }
}

/** The node understood the call and refused it. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Revert data, where the node gives it. */
    readonly data: string | null
  ) {
    super(message)
    this.name = 'RpcError'
  }
}

/** Nothing is at the address on this node: it is late, or a local chain that was emptied. */
export class NoContract extends Error {
  constructor(address: string) {
    super(`The node knows no contract at ${address} (yet)`)
    this.name = 'NoContract'
  }
}
