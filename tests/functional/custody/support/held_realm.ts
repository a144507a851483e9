import app from '@adonisjs/core/services/app'
import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import type { ChainValue } from '#modules/custody/core/chain_types'
import { BookRecovery } from '#modules/custody/services/book_recovery'
import { BoundaryRegistry } from '#modules/custody/services/boundary_registry'
import { CancelKey } from '#modules/custody/services/cancel_key'
import {
  ProposeInheritance,
  type ProposedInheritance,
} from '#modules/custody/services/propose_inheritance'
import { ReadBoundaryKeys } from '#modules/custody/services/read_boundary_keys'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { RegisterRecoveryKey } from '#modules/custody/services/register_recovery_key'
import { BoundaryStore } from '#modules/custody/storage/boundary_store'
import { ExchangeObjectStore } from '#modules/custody/storage/exchange_object_store'
import { PoolEventStore } from '#modules/custody/storage/pool_event_store'
import { RecoveryStore } from '#modules/custody/storage/recovery_store'
import { defaultBoundaryId, RecoverBoundary, TellEvent } from '#modules/ledger/index'
import { TestRealm, accepted, pluck } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { DELAY_SECONDS, type LimitedPools } from './limited_pools.ts'
import type { Wallet } from './withdrawing.ts'

/** A live realm whose default boundary has a recovery key, which its holder uses on the chain alone. */
export async function heldRealm(pools: LimitedPools) {
  const realm = await TestRealm.open({ asset: 'live' })
  const boundaryId = defaultBoundaryId(realm.id)
  const { pool, home } = await pools.paid(realm.id, boundaryId)
  const { service, world } = pools
  const user = await endUser(realm)
  const builder: Principal = { ...user, credential: 'builder', realmId: null, statements: null }
  const by = (action: string, ...terms: string[]): Principal => ({
    ...builder,
    stepUp: { realmId: realm.id, action, resources: ['/', ...terms], claim: async () => true },
  })
  const about = { realmId: realm.id, boundaryId }
  const holder = await world.fundedKey()
  const walletAddress = world.addressOf(holder)
  const byHolder = (fn: string, ...args: ChainValue[]) =>
    world.act(holder, 'RealmCustody', pool, fn, [home, ...args])
  await (
    await service.make(RegisterRecoveryKey)
  ).run(by('svc:RegisterRecoveryKey', walletAddress), { ...about, walletAddress, name: null })
  await pools.pass(DELAY_SECONDS)
  await byHolder('acceptRecoveryKey')
  const propose = await service.make(ProposeInheritance)
  const ask = (successor: string, more: { deadline?: number; signature?: string } = {}) =>
    propose.run(by('svc:ProposeInheritance', successor), { ...about, successor, ...more })
  return {
    realm,
    boundaryId,
    pool,
    home,
    about,
    builder,
    holder,
    byHolder,
    ask,
    lock: async () => {
      await byHolder('lock')
      await pools.indexed()
    },
    /** With the successor's own word. */
    proposed: async (heir: Wallet) => {
      const { typedData, deadline } = await ask(heir.address)
      return ask(heir.address, { deadline, signature: await heir.sign(typedData) })
    },
    /** The word that was given, given once more. */
    again: async (heir: Wallet, { typedData, deadline }: ProposedInheritance) =>
      ask(heir.address, { deadline, signature: await heir.sign(typedData) }),
    refuse: async (address: string) =>
      (await service.make(CancelKey)).run(by('svc:CancelKey', address), {
        ...about,
        role: 'successor',
        name: null,
      }),
    waiting: async () =>
      (await (await service.make(ReadBoundaryKeys)).run(builder, realm.id, boundaryId)).waiting,
    onChain: async () =>
      (await world.read('RealmCustody', pool, 'boundary', [home])) as {
        recoveryKey: string
        status: bigint
      },
    /** What the realm reads of what its boundary's events say. */
    told: async () => {
      const events = await (await service.make(PoolEventStore)).between(pool, 1, 1_000)
      const tell = new BookRecovery(
        pools.chain,
        await service.make(RecoveryStore),
        await service.make(BoundaryRegistry),
        await service.make(BoundaryStore),
        await service.make(ExchangeObjectStore),
        await service.make(PoolEventStore),
        await app.container.make(RecoverBoundary),
        await app.container.make(TellEvent)
      )
      for (const { seq, name } of events) {
        if (!/^Inherit/.test(name)) continue
        await tell.tell({ pool, seq, realmId: realm.id, eventId: newId('evt') })
      }
      const reply = await realm.client.get('/api/v1/events', { realmId: realm.id, limit: 50 })
      const { events: told } = accepted(reply) as { events: { type: string }[] }
      return pluck(told, 'type')
        .filter((type) => type.startsWith('boundary.inherit'))
        .reverse()
    },
    isHalted: async () => {
      await pools.indexed()
      return (await (await service.make(RealmHalts)).of(realm.id)) !== null
    },
  }
}
