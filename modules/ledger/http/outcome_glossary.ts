import { of, type Glossary } from '#app/http/openapi/glossary'
import { LEDGER_OPERATION_SCHEMAS } from './outcome_schemas.ts'

/** What the fields of outcomes and contexts mean. */
export const OUTCOME_GLOSSARY: Glossary = {
  ...Object.fromEntries(
    Object.entries(LEDGER_OPERATION_SCHEMAS).flatMap(([type, told]) =>
      'context' in told ? [[type, `What the ${type} was about.`]] : []
    )
  ),
  ...of(['TransferOutcome', 'CaptureOutcome', 'WithdrawalOutcome'], {
    sourceNewBalance: 'The balance of the source afterwards; only for who may read it.',
    targetNewBalance: 'The balance of the target afterwards; only for who may read it.',
    holdId: 'The hold that the amount was taken off.',
  }),
  ...of('HoldOutcome', {
    capturedAmount: 'What was taken off it by captures, fees included.',
    remainingAmount: 'What can still be captured.',
    captures: 'The operations that captured a part of it, oldest first.',
    releasedBy: 'The operation path that the release came with, or the id of its event.',
  }),
  ...of(['ReversalOutcome', 'PostingOutcome', 'PostedMove'], {
    reversalOf: 'The operation that was reversed.',
    moves: 'What moved, each in the place it has in the posting.',
    refundedFee: 'What was given back of the fee.',
    sourceObjectId: 'The object that gave.',
    targetObjectId: 'The object that got.',
  }),
  ...of('DepositOutcome', {
    openUntil: 'A payment after this moment is not watched for.',
    detectedAmount: 'What was seen before it is final.',
    startedAt: 'When it was started, where it waited for its payer.',
    requestedAmount: 'What was asked for, where another amount has come.',
    creditedObjectPath: 'The object that got the money, where the one asked for was gone.',
    arrival: 'The operation path of the arrival that has completed it.',
    announcedBy: 'The deposit that announced this arrival.',
  }),
  ...of('WithdrawalOutcome', {
    cosignature: 'The signature of a co-signer that it came with.',
    deadline: 'When the signature ends to be valid, in Unix seconds.',
    signature: 'The signature, as `0x` and hexadecimal digits.',
    startedAt: 'When its payee confirmed it; null before that.',
    recoveryTxHash: 'The transaction by which the holder of a recovery key took the money.',
  }),
  ...of('AdjustmentOutcome', {
    deletionId: 'The deletion of the object that was swept.',
    boundaryId: 'The custody boundary whose recovery key took it.',
  }),
  ...of(['DeleteOutcome', 'DeletionTerms'], {
    displayName: 'What the object was called.',
    swept: 'What it held, which was moved before.',
    code: 'Why it was refused.',
    sweepToPath: 'Where its value went; null when it held none.',
  }),
}
