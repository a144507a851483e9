import app from '@adonisjs/core/services/app'
import { AttestLiabilities } from '#modules/custody/services/attest_liabilities'
import { GrowLiabilities } from '#modules/custody/services/grow_liabilities'
import { defaultBoundaryId } from '#modules/ledger/index'
import { eventually, type TestRealm } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { indexed } from './pool_hand.ts'

/**
 * What the job does for one realm, until the anchors of its newest trees are final.
 *
 * @returns the attestations of its default boundary, newest first
 */
export async function attest({ id: realmId, client }: TestRealm): Promise<string[]> {
  const grow = await app.container.make(GrowLiabilities)
  const attesting = await app.container.make(AttestLiabilities)
  await grow.run(realmId)
  await eventually('the anchors to be final', async () => {
    await attesting.send()
    await indexed()
    const open = await readRows`SELECT 1 FROM custody_liability_trees WHERE realm_id = ${realmId}
          AND state IN ('growing', 'grown')`
    return open.length === 0 ? true : null
  })
  const { body } = await client.get('/api/v1/custody/attestations', { realmId })
  const home = defaultBoundaryId(realmId)
  const all = (body as { attestations: { id: string; boundaryId: string }[] }).attestations
  return all.filter(({ boundaryId }) => boundaryId === home).map(({ id }) => id)
}
