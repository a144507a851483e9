import type { DeletionFacts } from '#modules/ledger/core/deletion'
import type { LedgerObject } from '#modules/ledger/core/terms'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { movementSide } from '#modules/ledger/services/movement_side'
import type { DeletionReader } from '#modules/ledger/storage/deletion_reader'

/** Gathers what speaks for and against deleting an object: from the journal and from its kind. */
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
