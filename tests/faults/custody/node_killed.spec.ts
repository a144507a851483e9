import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { eventually, until } from '#tests/support/client'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { FaultyRpc } from './support/faulty_rpc.ts'
import { MovingRealm } from './support/moving_realm.ts'
import { explained } from '#tests/support/explained'
import { chainStanding } from './support/pool_standing.ts'

const KILLS = 10
/** In mid-settlement: signed, sent, mined, read, or none of it. */
const KILLED_WITHIN_MS = 400
const OTHER_CHAIN = 99

let moving: MovingRealm
let faulty: FaultyRpc
let home: string
let node: Anvil

/** Another process at the address of the one that is gone, with the state of a snapshot or none. */
async function startAgain(state: unknown, chainId?: number) {
  const port = Number(new URL(node.url).port)
  // Nobody meets a node that is half restored.
  faulty.choose = () => 'down'
  node = await startAnvil({ port, chainId })
  if (state !== null) await node.rpc('anvil_loadState', [state])
  faulty.choose = () => null
}

async function status() {
  const { client, id: realmId } = moving.realm
  const { body } = await client.get('/api/v1/custody/status', { realmId })
  return body as { configured: boolean }
}

async function connected(wanted: boolean) {
  return eventually(`the chain to be ${wanted ? 'back' : 'away'}`, async () => {
    const now = await status()
    return now.configured === wanted ? now : null
  })
}

test.group('custody | the node is killed', (group) => {
  group.setup(async () => {
    moving = await MovingRealm.open()
    const chain = await chainOfApp()
    home = chain.settings.rpcUrls[0]!
    faulty = await FaultyRpc.before(home)
    node = await startAnvil()
    faulty.node = node.url
    return async () => {
      // Whatever comes after this file finds its chain as this one has left it.
      faulty.node = home
      await connected(true)
      const { gateway, lane } = chain
      const hasAll = until('it to have everything that went to the other one', async () => {
        const next = await lane.nextNonce()
        const mined = await gateway.nonce(lane.address, 'latest').catch(() => -1)
        return mined >= (next ?? 0)
      })
      await explained(hasAll, () => chainStanding(chain))
      await faulty.stop()
      await node.kill()
    }
  })

  test(`with -9 in mid-settlement ${KILLS} times: what completed is kept`, async ({ assert }) => {
    const told = new Set<string>()
    for (let kill = 0; kill < KILLS; kill++) {
      await connected(true)
      // Every third one starts empty; the others with what was there a moment before the last round.
      const state = kill % 3 === 2 ? null : await node.rpc('anvil_dumpState').catch(() => null)
      const round = Promise.all([moving.round(), moving.transfer()])
      await delay((KILLED_WITHIN_MS * kill) / KILLS)
      for (const id of await moving.completed()) told.add(id)
      await node.kill()
      await round
      await startAgain(state)
    }
    await moving.agrees(assert)
    const completed = new Set(await moving.completed())
    assert.deepEqual(
      [...told].filter((id) => !completed.has(id)),
      []
    )
  })

  test('and comes back empty after all is final: nothing settles twice', async ({ assert }) => {
    const before = await connected(true)
    await node.kill()
    await startAgain(null)
    await connected(true)
    await moving.agrees(assert)
    assert.deepEqual(await connected(true), before)
    await moving.round()
    await moving.agrees(assert)
  })

  test('and one of another chain answers: all waits for the right one', async ({ assert }) => {
    const state = await node.rpc('anvil_dumpState')
    await node.kill()
    await startAgain(null, OTHER_CHAIN)
    await moving.round()
    await connected(false)
    assert.isAbove(await moving.pending(), 0)
    await node.kill()
    await startAgain(state)
    await moving.agrees(assert)
  })

  test('and another chain is there at once: nothing is taken from it', async ({ assert }) => {
    const other = await startAnvil({ chainId: OTHER_CHAIN })
    faulty.node = other.url
    await moving.round()
    await delay(1_500)
    assert.isAbove(await moving.pending(), 0)
    faulty.node = node.url
    await moving.agrees(assert)
    await other.kill()
  })
})
