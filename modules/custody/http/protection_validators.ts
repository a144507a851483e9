import vine from '@vinejs/vine'
import { callerPath, evmAddress, form, realmId, usdAmount } from '#app/http/rules'
import { CUSTODY_LIMITS } from '../limits.ts'

/** JSON numbers only: a text that looks like one is a caller's mistake. */
const seconds = (max: number) => vine.number({ strict: true }).withoutDecimals().range([0, max])

/** Unix seconds, before the year 2100. */
const deadline = () => seconds(4_102_444_800)

const operationId = () =>
  vine
    .string()
    .use(form(/^op_[0-7][0-9a-hjkmnp-tv-z]{25}$/, 'must be the nonce of the proposal (op_…)'))

const signature = () =>
  vine
    .string()
    .maxLength(CUSTODY_LIMITS.cosignatureLength)
    .use(form(/^0x([0-9a-fA-F]{2})+$/, 'must be 0x and whole bytes in hexadecimal'))

export const timeLockBody = vine.create({
  realmId: realmId(),
  seconds: seconds(CUSTODY_LIMITS.longestTimeLockSeconds),
})

export const armBody = vine.create({
  realmId: realmId(),
  cosigner: evmAddress().optional(),
  cosigners: vine
    .array(evmAddress())
    .minLength(2)
    .maxLength(CUSTODY_LIMITS.groupMembers)
    .optional(),
  threshold: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([1, CUSTODY_LIMITS.groupMembers])
    .optional(),
})

const role = () => vine.enum(['recovery_key', 'cosigner'] as const)

export const acceptKeyBody = vine.create({
  realmId: realmId(),
  role: role(),
  deadline: deadline(),
  signature: signature(),
})

export const cancelKeyBody = vine.create({
  realmId: realmId(),
  role: vine.enum(['recovery_key', 'cosigner', 'successor'] as const),
})

export const inheritanceBody = vine.create({
  realmId: realmId(),
  successor: evmAddress(),
  deadline: deadline().optional(),
  signature: signature().optional(),
})

export const handOverBody = vine.create({
  realmId: realmId(),
  cosigner: evmAddress().optional(),
  deadline: deadline().optional(),
  signature: signature().optional(),
})

const withdrawal = {
  realmId: realmId(),
  path: callerPath(),
  objectPath: callerPath(),
  amount: usdAmount(),
  destinationAddress: evmAddress(),
}

export const proposeBody = vine.create({ ...withdrawal, deadline: deadline().optional() })

export const submitBody = vine.create({
  ...withdrawal,
  deadline: deadline(),
  nonce: operationId(),
  signature: signature(),
})
