import app from '@adonisjs/core/services/app'
import { QueueHost } from '#app/queue/queue_host'
import type { Address } from '#modules/custody/core/chain_types'
import { QUEUES } from '#modules/custody/core/queue_names'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import type { NonceLane } from '#modules/custody/services/nonce_lane'
import { askNode } from '#tests/functional/custody/support/direct_node'
import { readRows } from '#tests/support/rows'

/** Where a pool, its events and the accounts of a chain stand, in the database and on the node. */
export async function poolStanding(chain: CustodyChain, realmId: string, address: Address) {
  const { gateway, chainId } = chain
  const lastSeq = { contract: 'RealmCustody', to: address, fn: 'lastSeq' } as const
  return {
    ...(await chainStanding(chain)),
    lastSeq: await gateway.call(lastSeq, 'latest').then(String, String),
    pool: await readRows`SELECT p.state, p.chain_id, p.address, c.last_seq, c.final_seq,
        c.verified_to, c.behind_from, c.gaps, c.fault FROM custody_pools p
        LEFT JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
        WHERE p.realm_id = ${realmId}`,
    index: await readRows`SELECT * FROM custody_index_cursors WHERE chain_id = ${chainId}`,
    newest:
      await readRows`SELECT seq, name, state, block_number, block_hash, tx_hash FROM custody_events
          WHERE chain_id = ${chainId} AND pool = ${address} ORDER BY seq DESC LIMIT 5`,
  }
}

/** Where the accounts of a chain stand, in the database and on the node, and who would give it back what it lacks. */
export async function chainStanding(chain: CustodyChain) {
  const { gateway, lanes, settings } = chain
  const ask = (method: string) => askNode(settings.rpcUrls[0]!, method).catch(String)
  return {
    now: new Date(),
    node: await gateway.health().catch(String),
    waitingThere: await ask('txpool_inspect'),
    accounts: await Promise.all(lanes.map((lane) => accountStanding(chain, lane))),
    keeper: await keeperStanding(),
  }
}

async function accountStanding({ gateway, chainId }: CustodyChain, lane: NonceLane) {
  const mined = await gateway.nonce(lane.address, 'latest').catch(() => 0)
  const ofLane = await readRows`SELECT t.state, MIN(nonce) AS first, MAX(nonce) AS last,
      COUNT(DISTINCT nonce) AS nonces, COUNT(a.tx_hash) AS attempts FROM custody_transactions t
      LEFT JOIN custody_attempts a ON a.transaction_id = t.id
      WHERE chain_id = ${chainId} AND lane_address = ${lane.address} AND nonce >= ${mined}
      GROUP BY t.state`
  const settled = await lane.transactions.newestSettledNonce()
  return { address: lane.address, next: await lane.nextNonce(), settled, mined, unmined: ofLane }
}

async function keeperStanding() {
  const queue = (await app.container.make(QueueHost)).queue(QUEUES.keeper)
  const jobs = await queue.getJobs(['active', 'waiting', 'delayed', 'completed', 'failed'], 0, 1)
  const told = jobs.map(async (job) => ({
    state: await job.getState(),
    dueAt: new Date(job.timestamp + job.delay),
    began: job.processedOn && new Date(job.processedOn),
    ended: job.finishedOn && new Date(job.finishedOn),
    failed: job.failedReason,
  }))
  return { isPaused: await queue.isPaused(), jobs: await Promise.all(told) }
}
