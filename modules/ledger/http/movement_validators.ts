import vine from '@vinejs/vine'
import {
  callerPath,
  evmAddress,
  opaqueId,
  plainText,
  realmId,
  usdAmount,
  usdAmountOrZero,
} from '#app/http/rules'
import { LEDGER_LIMITS } from '../limits.ts'
import { conditionFields } from './condition_rules.ts'

/** Checks only the shape of an EVM address: the rail that sends there checks more. */

/**
 * A bulk cannot be rehearsed. The field is refused and not dropped: a caller who relied on it would
 * have moved money.
 */
const noDryRun = () => vine.literal(false).optional()

const transferTerms = {
  sourceObjectPath: callerPath(),
  targetObjectPath: callerPath(),
  amount: usdAmount(),
  feeOverride: usdAmountOrZero().optional(),
  ...conditionFields(),
}

const transferFields = { path: callerPath(), ...transferTerms }

/** A transfer that a schedule makes. */
export const transferTemplate = vine.create(transferTerms)

export const transferBody = vine.create({
  realmId: realmId(),
  ...transferFields,
  dryRun: vine.boolean({ strict: true }).optional(),
})

export const bulkTransferBody = vine.create({
  realmId: realmId(),
  mode: vine.enum(['atomic', 'independent'] as const),
  dryRun: noDryRun(),
  transfers: vine
    .array(vine.object({ ...transferFields, dryRun: noDryRun() }))
    .minLength(1)
    .maxLength(LEDGER_LIMITS.bulkTransfers),
})

export const defundAccountBody = vine.create({
  realmId: realmId(),
  objectPath: callerPath(),
  amount: usdAmount(),
  destinationAddress: evmAddress().optional(),
  path: callerPath().optional(),
})

export const withdrawFeesBody = vine.create({
  realmId: realmId(),
  boundaryId: opaqueId().optional(),
  amount: usdAmount(),
  destinationAddress: evmAddress().optional(),
  path: callerPath(),
})

export const reverseBody = vine.create({
  realmId: realmId(),
  path: callerPath(),
  amount: usdAmount().optional(),
  refundFee: vine.boolean({ strict: true }).optional(),
  reason: plainText(LEDGER_LIMITS.reversalReasonLength).optional(),
})

export const feeEstimateQuery = vine.create({
  realmId: realmId(),
  action: vine.enum(['transfer', 'order'] as const),
  amount: usdAmount(),
  sourcePath: callerPath().optional(),
  targetPath: callerPath().optional(),
  feeOverride: usdAmountOrZero().optional(),
})
