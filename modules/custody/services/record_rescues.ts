import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import type { RescueState } from '../core/rescue.ts'
import { ZERO_ADDRESS } from '../core/zero.ts'
import { RescueStore } from '../storage/rescue_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'

const STATES: Readonly<Record<string, RescueState>> = {
  RescueRequested: 'waiting',
  Rescued: 'executed',
  RescueCancelled: 'cancelled',
}

/** Follows what the admins of pools do about what came by mistake, whoever asked them for it. */
@singleton()
export class RecordRescues implements PoolEventConsumer {
  readonly name = 'rescues'

  constructor(private store: RescueStore) {}

  async onFinal(event: RealmPoolEvent, session: SqlSession): Promise<void> {
    const { name, args, pool, blockNumber: requestedBlock } = event
    const state = STATES[name]
    if (state === undefined) return
    const hash = args.rescueId as Hex
    if (state !== 'waiting') return this.store.note(session, pool, hash, { state })
    const known = await this.store.find(pool, hash, session)
    if (!known) await this.store.add(session, unasked(event))
    const ripeAt = Number(args.ripeAt)
    await this.store.note(session, pool, hash, { state, ripeAt, requestedBlock })
  }
}

function unasked({ pool, realmId, args }: RealmPoolEvent) {
  const asset = args.asset as Address
  return {
    pool,
    rescueHash: args.rescueId as Hex,
    id: null,
    realmId,
    asset: asset === ZERO_ADDRESS ? null : asset,
    destination: args.to as Address,
    amount: BigInt(String(args.amount)),
    place: null,
    boundaryHash: null,
    refHash: null,
    state: 'waiting',
    ripeAt: null,
    requestedBlock: null,
    judged: false,
    misfit: null,
    askedBy: null,
  } as const
}
