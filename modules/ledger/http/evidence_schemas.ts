import { schema } from '#app/http/schemas'
import type { JsonSchema } from '#app/http/route_declaration'
import { ENTRY_STATUSES } from '../core/decision.ts'
import type { ApprovalEvidence } from '../extension/approval_source.ts'
import {
  CHAIN_DIRECTIONS,
  CHAIN_STATUSES,
  type ChainTransactionEvidence,
} from '../extension/evidence_source.ts'
import type { evidenceOf } from '../storage/evidence_view.ts'
import { denominationSchema } from './value_schemas.ts'

const { string, nullable, boolean, decimal, timestamp, list, enumeration } = schema

type Evidence = ReturnType<typeof evidenceOf>
type Journal = Evidence['journal']
type Integrity = Evidence['integrity']

/**
 * A named schema of exactly the fields that the code shows: a field that is added or taken away
 * there does not compile here.
 */
const shown = <Shape extends object>(
  name: string,
  fields: { [Field in keyof Shape]-?: JsonSchema }
) => schema.named(name, fields)

const entry = shown<Journal['entries'][number]>('EvidenceEntry', {
  id: schema.id('je'),
  realmId: schema.uuid,
  operationId: nullable(schema.id('op')),
  opType: schema.words('operationTypes'),
  authority: string,
  status: enumeration(...ENTRY_STATUSES),
  createdAt: timestamp,
  committedAt: timestamp,
})

const leg = shown<Journal['legs'][number]>('EvidenceLeg', {
  entryId: schema.id('je'),
  id: schema.id('jl'),
  accountId: schema.id('obj'),
  denomination: denominationSchema,
  amount: decimal,
  kind: schema.words('legKinds'),
})

const proof = shown<Journal['proofs'][number]>('EvidenceProof', {
  entryId: schema.id('je'),
  id: schema.id('prf'),
  proofType: { type: 'string', pattern: '^[a-z_]{1,32}$' },
  externalRef: string,
})

const chainTransaction = shown<ChainTransactionEvidence>('EvidenceChainTransaction', {
  id: { type: 'string', pattern: '^ctx_[0-9a-z]{26}$' },
  realmId: schema.uuid,
  operationId: schema.id('op'),
  txHash: schema.chainHash,
  chain: schema.chain,
  direction: enumeration(...CHAIN_DIRECTIONS),
  status: enumeration(...CHAIN_STATUSES),
  confirmations: schema.integer,
  createdAt: timestamp,
  updatedAt: timestamp,
})

const signature = shown<Evidence['signatures'][number]>('EvidenceSignature', {
  operationId: schema.id('op'),
  keyId: schema.id('sgk'),
  fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' },
  publicKey: { type: 'string', pattern: '^[A-Za-z0-9+/]{43}=$' },
  signature: nullable(string),
  signingInput: nullable(string),
  method: nullable({ type: 'string', pattern: '^[A-Z]+$' }),
  route: nullable(schema.path),
  createdAt: timestamp,
  shownFrom: timestamp,
  note: nullable(string),
})

const integrity = shown<Integrity>('EvidenceIntegrity', {
  appendOnlyHistory: boolean,
  proofUniqueness: shown<Integrity['proofUniqueness']>('EvidenceProofUniqueness', {
    enforced: boolean,
    mechanism: string,
  }),
  runtimeChecks: list(
    shown<Integrity['runtimeChecks'][number]>('EvidenceCheck', {
      key: { type: 'string', pattern: '^[a-z_]+$' },
      label: string,
      description: string,
    })
  ),
  cryptographicSequence: shown<Integrity['cryptographicSequence']>('EvidenceSequence', {
    present: boolean,
    note: string,
  }),
})

/** The `audit-evidence.v1` block of an operation. */
export const evidenceSchema = shown<Evidence & { approvals: ApprovalEvidence[] }>('Evidence', {
  version: enumeration('audit-evidence.v1'),
  journal: shown<Journal>('EvidenceJournal', {
    entries: list(entry),
    legs: list(leg),
    proofs: list(proof),
    chainTransactions: list(chainTransaction),
  }),
  signatures: list(signature),
  integrity,
  approvals: list(
    shown<ApprovalEvidence>('EvidenceApproval', {
      operationId: schema.id('op'),
      approvalId: schema.id('apr'),
      builderId: schema.id('bld'),
      approvedAt: timestamp,
    })
  ),
})
