import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Atoms } from '#app/money/usd'
import { crosses } from '../core/decide_split.ts'
import type { LedgerObject, OperationDraft } from '../core/terms.ts'
import { AdmitMovement } from './admit_movement.ts'
import type { RealmCard } from './realm_directory.ts'

/** Whether value may move between many objects of one boundary at once. */
@singleton()
export class AdmitMoves {
  constructor(private admit: AdmitMovement) {}

  /**
   * Asks guards and rails about each object once, with an object of the other side. Nobody is asked
   * about what the poster refuses.
   *
   * @throws ServiceError CROSSES_BOUNDARY, SETTLEMENT_UNAVAILABLE, or the refusal of a guard
   */
  async run(
    realm: RealmCard,
    operation: OperationDraft,
    { from, to }: { from: LedgerObject[]; to: LedgerObject[] },
    amount: Atoms
  ): Promise<void> {
    const [source, target] = [from[0], to[0]]
    if (!source || !target || [...from, ...to].some(({ keepsOwnBooks }) => keepsOwnBooks)) return
    if ([...from, ...to].some(({ boundaryId }) => boundaryId !== source.boundaryId)) return
    const pairs = [
      ...from.map((each) => [each, target] as const),
      ...to.slice(1).map((each) => [source, each] as const),
    ]
    for (const [one, other] of pairs) {
      const movement = { ...operation, type: 'transfer' as const }
      const terms = { operation: movement, source: one, target: other, amount }
      const admitted = await this.admit.run(realm, terms)
      if (!admitted) return
      if (admitted.rail.immediate(admitted.movement)) continue
      const { code, message, details } = crosses(one.path, other.path)
      throw new ServiceError(code, { message, details })
    }
  }
}
