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

  async run(object: LedgerObject): Promise<DeletionFacts> {
    const journal = await this.reader.cashAndHolds(object.id)
    const { status } = object
    const { deletion } = this.extensions.kindOf(object.type)
    if (!deletion || status === 'deleted') {
      const { settled } = journal
      return { ...journal, status, openPositionCount: 0, valueAtRisk: settled, blocks: [] }
    }
    return { ...journal, status, ...(await deletion.readiness(movementSide(object).object)) }
  }
}
