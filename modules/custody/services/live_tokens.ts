import { singleton } from '#app/extension/singleton'
import { ARTIFACTS } from '../chain/artifacts.ts'
import { NoContract } from '../chain/errors.ts'
import type { ChainGateway } from '../chain/gateway.ts'
import type { Address } from '../core/chain_types.ts'
import { tokenRefusal, type TokenFacts } from '../core/live_token.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'

/** A token that live realms may not hold. */
export class TokenUnfit extends Error {
  constructor(
    readonly token: Address,
    readonly reason: string
  ) {
    super(`The token ${token} ${reason}`)
    this.name = 'TokenUnfit'
  }
}

/** Looks at the token of live realms before a pool is made for it. */
@singleton()
export class LiveTokens {
  constructor(private chain: CustodyChain) {}

  /**
   * @returns what is kept with the pool
   * @throws TokenUnfit
   * @throws ChainUnreachable, WrongChain, RpcError, NoContract
   */
  async fit(token: Address): Promise<TokenFacts> {
    const { gateway, settings, plan } = this.chain
    if (token === plan.token) throw new TokenUnfit(token, 'is the money of paper realms')
    const facts = await tokenFacts(gateway, token)
    const reason = tokenRefusal(facts, settings.terms.symbol, testMoneyCode(gateway, plan))
    if (reason) throw new TokenUnfit(token, reason)
    return facts
  }
}

/**
 * @throws TokenUnfit for a contract that answers in no usual way
 * @throws ChainUnreachable, WrongChain, RpcError, NoContract
 */
export async function tokenFacts(gateway: ChainGateway, token: Address): Promise<TokenFacts> {
  const [code] = await gateway.codeOf([token])
  if (!code || code === '0x') throw new NoContract(token)
  // Any ERC-20: the ABI of ours has what all of them have.
  const ask = (fn: string) => gateway.call({ contract: 'TestUSD', to: token, fn }, 'latest')
  try {
    const [symbol, decimals] = await Promise.all([ask('symbol'), ask('decimals')])
    return {
      tokenSymbol: symbol as string,
      tokenDecimals: Number(decimals),
      tokenCodeHash: gateway.keccak(code),
    }
  } catch (error) {
    if (isPassing(error)) throw error
    throw new TokenUnfit(token, 'does not tell decimals() and symbol() as a token does')
  }
}

/** Null where a developer's chain has nothing else: its live realms hold a stand-in. */
export function testMoneyCode(gateway: ChainGateway, plan: { standIn: Address | null }) {
  return plan.standIn ? null : gateway.keccak(ARTIFACTS.TestUSD.deployedBytecode)
}
