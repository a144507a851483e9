import { singleton } from '#app/extension/singleton'
import type { DeletionFacts } from '../core/deletion.ts'
import type { LedgerObject } from '../core/terms.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { DeletionReader } from '../storage/deletion_reader.ts'

/**
 * Gathers what speaks for and against deleting an object, from the journal and from the object's
 * kind.
 */
@singleton()
export class DeletionInspector {
  constructor(
    private reader: DeletionReader,
    private extensions: ExtensionRegistry
  ) {}

  /** The status is read last: whatever has emptied the object by deleting it shows there. */
  async run(object: LedgerObject): Promise<DeletionFacts> {
    const { deletion } = this.extensions.kindOf(object.type)
    const readiness =
      object.status === 'deleted'
        ? undefined
        : await deletion?.readiness(movementSide(object).object)
    const journal = await this.reader.standing(object.id)
    const cashOnly = { openPositionCount: 0, valueAtRisk: journal.settled, blocks: [] }
    return { ...journal, ...(readiness ?? cashOnly) }
  }
}
