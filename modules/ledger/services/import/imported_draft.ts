import { formatUsd } from '#app/money/usd'
import type { Actor } from '#app/extension/principal'
import { importedPath, type ImportMapping } from '../../core/import_mapping.ts'
import type { ImportedTransaction } from '../../core/import_plan.ts'
import type { OperationDraft } from '../../core/terms.ts'
import { splitDraft } from '../post_split.ts'

export const IMPORTER: Actor = { type: 'system', id: 'import' }

/** The operation of an imported transaction: a posting without fees, whose input tells where it is from. */
export function importedDraft(
  realmId: string,
  mapping: ImportMapping,
  { id, moves, at, note }: ImportedTransaction
): OperationDraft {
  const command = {
    realmId,
    path: importedPath(mapping, id),
    moves: moves.map(({ source, target, amount }) => ({
      sourceObjectPath: source,
      targetObjectPath: target,
      amount: formatUsd(amount),
    })),
    imported: {
      from: mapping.name,
      id,
      ...(at !== null && { at }),
      ...(note !== null && { note }),
    },
  }
  return splitDraft({ actor: IMPORTER }, command, 0n)
}
