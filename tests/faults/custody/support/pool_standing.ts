import type { Address } from '#modules/custody/core/chain_types'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { readRows } from '#tests/support/rows'

/** Where a pool, its events and the accounts of a chain stand, in the database and on the node. */
export async function poolStanding(chain: CustodyChain, realmId: string, address: Address) {
  const { gateway, lanes, chainId } = chain
  const lastSeq = { contract: 'RealmCustody', to: address, fn: 'lastSeq' } as const
  const accounts = lanes.map(async (lane) => ({
    address: lane.address,
    next: await lane.nextNonce(),
    settled: await lane.transactions.newestSettledNonce(),
    mined: await gateway.nonce(lane.address, 'latest').catch(String),
  }))
  return {
    node: await gateway.health().catch(String),
    lastSeq: await gateway.call(lastSeq, 'latest').then(String, String),
    pool: await readRows`SELECT p.state, p.chain_id, p.address, c.last_seq, c.final_seq,
        c.verified_to, c.behind_from, c.gaps, c.fault FROM custody_pools p
        LEFT JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
        WHERE p.realm_id = ${realmId}`,
    index: await readRows`SELECT * FROM custody_index_cursors WHERE chain_id = ${chainId}`,
    newest:
      await readRows`SELECT seq, name, state, block_number, block_hash, tx_hash FROM custody_events
          WHERE chain_id = ${chainId} AND pool = ${address} ORDER BY seq DESC LIMIT 5`,
    accounts: await Promise.all(accounts),
  }
}

/** What has failed, and what was so then. */
export async function explained<Result>(
  work: Promise<Result>,
  standing: () => Promise<unknown>
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const found = await standing().catch(String)
    throw new Error(`${String(error)}\n${JSON.stringify(found, null, 1)}`, { cause: error })
  }
}
