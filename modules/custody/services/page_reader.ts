import { ChainUnreachable } from '../chain/errors.ts'
import type { Address, Header, RawLog } from '../core/chain_types.ts'
import type { PageReading } from '../core/judge_page.ts'
import { poolEventOf } from '../core/pool_event.ts'
import type { CustodyChain } from './custody_chain.ts'

export interface PageRequest {
  from: number
  to: number
  pools: readonly Address[]
  /** Blocks whose headers are wanted besides those that have logs; `to` is always one of them. */
  headers: readonly number[]
  /** Ask every pool for its `lastSeq()` at `to`. */
  verify: boolean
}

/** Nodes limit how many addresses a query may name. */
const ADDRESSES = 200

/** Reads a range of blocks in the order that lets `judgePage` notice a chain that moves meanwhile. */
export class PageReader {
  constructor(private chain: CustodyChain) {}

  /** @throws RpcError when the node refuses the range; ChainUnreachable */
  async read({ from, to, pools, headers, verify }: PageRequest): Promise<PageReading> {
    const found = await this.#headers(new Set([...headers, to]))
    const logs = await this.#logs(pools, from, to)
    const blocks = new Set(logs.map(({ blockNumber }) => blockNumber))
    for (const number of found.keys()) blocks.delete(number)
    for (const header of (await this.#headers(blocks)).values()) found.set(header.number, header)
    const lastSeqs = verify ? await this.#lastSeqs(pools, to) : null
    const end = await this.chain.gateway.header(to)
    return {
      from,
      to,
      headers: found,
      places: logs,
      lastSeqs,
      events: this.chain.gateway.decodeLogs(logs).flatMap(poolEventOf),
      endHash: end?.hash ?? null,
    }
  }

  async #headers(numbers: ReadonlySet<number>): Promise<Map<number, Header>> {
    const wanted = [...numbers]
    const found = new Map<number, Header>()
    for (const [index, header] of (await this.chain.gateway.headers(wanted)).entries()) {
      if (!header || header.number !== wanted[index]) {
        throw new ChainUnreachable(`the node does not show block ${wanted[index]}`)
      }
      found.set(header.number, header)
    }
    return found
  }

  async #logs(pools: readonly Address[], from: number, to: number): Promise<RawLog[]> {
    const logs: RawLog[] = []
    // Never with no address at all: that asks for the logs of the whole chain.
    for (let first = 0; first < pools.length; first += ADDRESSES) {
      const addresses = pools.slice(first, first + ADDRESSES)
      logs.push(...(await this.chain.gateway.logs({ addresses, from, to })))
    }
    return logs
  }

  async #lastSeqs(pools: readonly Address[], at: number): Promise<Map<Address, number>> {
    const answers = await this.chain.gateway.callMany(
      pools.map((to) => ({ contract: 'RealmCustody', to, fn: 'lastSeq' })),
      at
    )
    return new Map(
      answers.flatMap((answer, index) => {
        return answer.ok ? [[pools[index]!, Number(answer.value)] as const] : []
      })
    )
  }
}
