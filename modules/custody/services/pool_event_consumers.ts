import { singleton } from '#app/extension/singleton'
import { HaltOnTheft } from './halt_on_theft.ts'
import { MirrorBoundaries } from './mirror_boundaries.ts'
import { NoteHalts } from './note_halts.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { RecordArrivals } from './record_arrivals.ts'
import { RecordAttestations } from './record_attestations.ts'
import { RecordExits } from './record_exits.ts'
import { RecordHouse } from './record_house.ts'
import { RecordOutcomes } from './record_outcomes.ts'
import { RecordRescues } from './record_rescues.ts'
import { RecordRoles } from './record_roles.ts'
import { RecordVaultMoves } from './record_vault_moves.ts'

/** Who acts on the events of pools, in the order of the parameters. */
@singleton()
export class PoolEventConsumers {
  readonly all: readonly PoolEventConsumer[]

  constructor(
    boundaries: MirrorBoundaries,
    halts: NoteHalts,
    arrivals: RecordArrivals,
    exits: RecordExits,
    outcomes: RecordOutcomes,
    house: RecordHouse,
    vaultMoves: RecordVaultMoves,
    theft: HaltOnTheft,
    attestations: RecordAttestations,
    roles: RecordRoles,
    rescues: RecordRescues
  ) {
    this.all = [
      boundaries,
      halts,
      arrivals,
      exits,
      outcomes,
      house,
      vaultMoves,
      theft,
      attestations,
      roles,
      rescues,
    ]
  }
}
