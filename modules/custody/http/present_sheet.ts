import { formatUsd } from '#app/money/usd'
import type { BalanceSheet, SheetBoundary } from '../core/balance_sheet.ts'

const usd = (amount: bigint | null) => (amount === null ? null : formatUsd(amount))

/** One base unit of the token is one atom of the ledger. */
export function presentSheet(realmId: string, sheet: BalanceSheet) {
  return {
    realmId,
    poolMeasurable: sheet.poolMeasurable,
    contractTotal: usd(sheet.contractTotal),
    physicalPoolBalance: usd(sheet.physicalPoolBalance),
    physicalDrift: usd(sheet.physicalDrift),
    stranded: usd(sheet.stranded),
    unattributed: usd(sheet.unattributed),
    boundarySum: usd(sheet.boundarySum),
    conservation: sheet.conservation,
    replayContractBalance: usd(sheet.replayContractBalance),
    replayDrift: usd(sheet.replayDrift),
    boundarySource: sheet.boundarySource,
    boundaries: sheet.boundaries.map((entry) => presentBoundary(realmId, entry)),
    house: sheet.house && {
      boundaryId: sheet.house.boundaryId,
      onChain: formatUsd(sheet.house.onChain),
    },
    unregistered: sheet.unregistered.map(({ boundaryId, onChain }) => ({
      boundaryId,
      onChain: formatUsd(onChain),
    })),
  }
}

function presentBoundary(realmId: string, entry: SheetBoundary) {
  return {
    boundaryId: entry.boundaryId,
    realmId,
    isDefault: entry.isDefault,
    onChain: usd(entry.onChain),
    obligations: formatUsd(entry.obligations),
    surplus: usd(entry.surplus),
    solvent: entry.solvent,
    userBalances: formatUsd(entry.userBalances),
    systemBalances: formatUsd(entry.systemBalances),
    onChainSource: entry.onChainSource,
  }
}
