import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

const OPERATIONS = ['Operation', 'ListedOperation', 'OperationDetail']
const LISTS = ['listOperations', 'exportOperations', 'listEvents', 'listDeltas']

const REVERSALS: Glossary = {
  ...of(OPERATIONS, { reversalOf: 'The operation that it reverses.' }),
  ...of('OperationDetail', {
    reversals: 'The operations that reverse it, oldest first, without those that failed.',
    reversedAmount: 'What they move back together.',
  }),
}

const BOOKS: Glossary = {
  ...of(['Balance', 'ObjectBalance', 'WatchedBalance', 'StreamedBalance'], {
    arriving: 'On its way in; not usable yet.',
    settled: 'Available.',
    departing: 'Committed to leave; not gone yet.',
    total: 'All three together.',
    amount: 'The same as `total`.',
  }),
  'Balance.version':
    'The sequence of the newest entry that has changed it; for `ifSourceVersion` of a movement.',
  ...of('ReconciledBalance', {
    cached: 'The balance that reads show.',
    derived: 'The sum of its legs.',
    drift: 'The difference; anything but zero is a fault.',
  }),
  ...of('VerificationCheck', {
    name: 'The invariant.',
    ok: 'It holds.',
    detail: 'What was counted or found.',
  }),
  ...of('verifyRealm', { ok: 'Every check holds.', checks: 'Each invariant by itself.' }),
  ...of('getReconciliation', {
    ok: 'No balance drifts.',
    checkedAt: 'When the books were read.',
    objects: 'Each balance beside its legs.',
  }),
  ...of('getRealmSummary', {
    objectCount: 'Objects that are not deleted.',
    operationCount: 'Operations of every state.',
    eventCount: 'Events ever emitted.',
    pendingOperationCount: 'Operations that have not ended.',
  }),
  ...of('ChainLeg', {
    accountId: 'The account that the leg is booked on.',
    kind: 'What the leg is for.',
    amount: 'Signed: negative leaves the account. All legs of an entry sum to zero.',
    balanceAfter: 'The balance of the account with this leg.',
  }),
  ...of('ChainEntry', {
    seq: 'Its number in the journal of the realm, without gaps.',
    id: 'The journal entry.',
    opType: 'The type of its operation.',
    authority: 'Who or what caused it.',
    status: 'Whether it is posted.',
    legs: 'What it moved.',
  }),
  ...of(['ChainProof', 'ChainGroup'], {
    coverage: '`complete` when the page proves every entry of its range, `partial` otherwise.',
    head: 'Where the chain ended when it was read.',
    before: 'The group before the first one shown.',
    after: 'The group after the last one shown.',
    groups: 'Entries that were sealed together, in order.',
    seq: 'The number of the last entry.',
    seqFrom: 'The number of its first entry.',
    seqTo: 'The number of its last entry.',
    entryCount: 'How many entries it holds.',
    committedAt: 'When it was sealed.',
    hash: 'SHA-256 over the group and the hash before it.',
    prevHash: 'The hash of the group before.',
    entries: 'The entries; null where the caller may not read them.',
    earlierOperations: 'Operations of this page whose entries were posted before its range.',
  }),
  ...of('OperationEvidence', {
    operation: 'The operation.',
    context: 'What it was about; null where there is nothing to tell.',
    events: 'The events it emitted.',
    deltas: 'The changes committed with it.',
    evidence: 'Journal, proofs and chain transactions (`audit-evidence.v1`).',
  }),
  ...of('getObjectStatement', {
    isInterim:
      'Whether the period that was asked for is not over: it is told up to `to`, the moment of the answer, and more lines may follow in it.',
    openingBalance: 'What the object held before the first line.',
    lines: 'What each entry of the journal did to it, oldest first.',
    closingBalance: 'What it held after the last line.',
    objectPath: 'The path of the object.',
    format: '`csv` for a file with the same lines.',
  }),
  ...of('StatementLine', {
    at: 'When it was booked.',
    operationPath: 'The path of its operation; null where the caller may not read that.',
    type: 'The type of its operation.',
    counterpartyPath:
      'The other side; null where there is none, a posting has many, or the caller may not read it.',
    reference: 'The fact from outside that it rests on, such as a transaction of the chain.',
    paymentReference: 'By which builder and payer know it: the `reference` of its payment link.',
    amount: 'Signed: negative leaves the object. A fee is part of what its payer pays.',
    fee: 'The part of what left the object that was a fee.',
    balance: 'What the object holds with this line.',
  }),
  ...of('exportOperations', {
    version: 'The form of the evidence.',
    exportedAt: 'When the page was made.',
    operations: 'Operations with their evidence, oldest first.',
    chain: 'The hash chain over their journal entries; null when there are none.',
    digest: 'Seals the page, so that pages can be kept as a chain.',
    page: 'The number of the page in the export.',
    previous: '`sealed` of the page before; null on the first one.',
    content: 'SHA-256 over the page.',
    sealed: 'SHA-256 over content and previous.',
  }),
}

const EVIDENCE: Glossary = {
  ...of('Evidence', {
    version: 'The form of the evidence.',
    journal: 'What the books say.',
    signatures: 'What callers have signed.',
    integrity: 'What the service promises of all history.',
    approvals: 'Who approved the request, where its policy asked for that.',
  }),
  ...of('EvidenceJournal', {
    entries: 'The entries of the journal, oldest first.',
    legs: 'What the entries moved. Those of an entry sum to zero for each denomination.',
    proofs: 'The facts from outside that entries rest on.',
    chainTransactions: 'The transactions of the chain that carried it, replaced ones included.',
  }),
  ...of('EvidenceEntry', {
    id: 'The journal entry.',
    operationId: 'The operation that it belongs to.',
    opType: 'The type of its operation.',
    authority: 'Who or what caused it.',
    status: 'Whether it is posted.',
    committedAt: 'When it was committed.',
  }),
  ...of('EvidenceLeg', {
    entryId: 'The entry that it is a part of.',
    id: 'The leg.',
    accountId: 'The account that it is booked on.',
    amount: 'Signed: negative leaves the account.',
    kind: 'What it is for.',
  }),
  ...of('EvidenceProof', {
    entryId: 'The entry that rests on it.',
    id: 'The proof.',
    proofType: 'What kind of fact it is.',
    externalRef: 'The fact, such as `chain:transaction:log`; each credits once.',
  }),
  ...of('EvidenceChainTransaction', {
    id: 'The transaction as the service knows it; its attempts share it.',
    operationId: 'The operation that it carries.',
    txHash: 'Its hash.',
    chain: 'The chain, as CAIP-2 names it.',
    direction: 'Into custody, within it, or out of it.',
    status: 'How it stands. Of the attempts with one nonce at most one is confirmed.',
    confirmations: 'Blocks since; zero before it is confirmed.',
  }),
  ...of('EvidenceSignature', {
    operationId: 'The operation whose request was signed.',
    keyId: 'The signing key.',
    fingerprint: 'Of its public key.',
    publicKey: 'The Ed25519 key that verifies the signature, in Base64.',
    signature: 'The signature; null before it can no longer be used.',
    signingInput: 'The text that was signed; null before the signature can no longer be used.',
    method: 'The method of the request.',
    route: 'The pattern of its address.',
    shownFrom: 'From then on signature and text are shown.',
    note: 'Why they are not shown yet.',
  }),
  ...of('EvidenceIntegrity', {
    appendOnlyHistory: 'Entries and legs are never changed.',
    proofUniqueness: 'That one fact credits once.',
    runtimeChecks: 'What is checked with each write.',
    cryptographicSequence: 'Whether this is a chain of hashes.',
  }),
  ...of('EvidenceProofUniqueness', {
    enforced: 'Whether it is enforced.',
    mechanism: 'By what.',
  }),
  ...of('EvidenceCheck', {
    key: 'The name of the check.',
    label: 'Its name for people.',
    description: 'What holds.',
  }),
  ...of('EvidenceSequence', {
    present: 'Whether there is one.',
    note: 'What the evidence is instead.',
  }),
  ...of('EvidenceApproval', {
    operationId: 'The operation that was approved.',
    approvalId: 'The approval.',
    builderId: 'Who approved.',
    approvedAt: 'When.',
  }),
}

const HISTORY: Glossary = {
  ...of(OPERATIONS, {
    id: 'The operation.',
    path: 'Its path, unique in the realm.',
    type: 'What kind of operation it is.',
    state: '`pending` until it has settled, then one of the others for good.',
    actorType: 'What kind of caller asked for it.',
    actorId: 'Who asked for it.',
    input: 'The request, as JSON text.',
    outcome: 'What came of it, as JSON text.',
    parsedOutcome: 'The outcome as an object.',
    holdId: 'The hold that a capture took its amount off.',
    failureMessage: 'Why it failed; end users may read it.',
    context: 'What it was about, by its `type`; null where there is nothing to tell.',
  }),
  ...of('Event', {
    id: 'The event.',
    operationPath: 'The path of its operation.',
    type: 'What happened, such as `deposit.completed`.',
    path: 'What it happened to, when that is no object.',
    payload: 'The facts, as JSON text.',
    objectPath: 'The object it happened to.',
  }),
  ...of('fundAccount', {
    id: 'The event.',
    type: 'What happened.',
    payload: 'The facts, as JSON text.',
  }),
  ...of('Delta', {
    id: 'The change.',
    eventId: 'The event it was committed with.',
    objectPath: 'The object that changed.',
    deltaType: 'What changed.',
    beforeValue: 'Before; null where there was nothing.',
    afterValue: 'After; null where nothing is left.',
    amount: 'By how much the balance changed; null for what is no change of a balance.',
    internal: 'It is a change of an object of the service itself.',
  }),
  ...of(LISTS, {
    objectPath: ['Of objects at this path, or anywhere below it.', '/users'],
    objectId: ['Of this object only.', exampleId('obj')],
  }),
  ...of('listEvents', {
    type: ['Of this type only.', 'deposit.completed'],
  }),
  ...of('listDeltas', {
    type: 'The same as `deltaType`.',
    deltaType: 'Of this type only.',
  }),
  ...of(['listOperations', 'exportOperations'], {
    type: 'Of this type only.',
    types: ['Of these types, separated by commas; wins over `type`.', 'deposit,withdrawal'],
    state: 'In this state only.',
    includeContext: '`true`: also what each was about.',
  }),
  ...of('listOperations', {
    reference: [
      'Resting on this fact from outside: `reference` of a line of a statement, `externalRef` of a proof.',
      `31337:0x${'5b'.repeat(32)}:0`,
    ],
    transactionHash: [
      'Carried by this transaction of the chain, also by one that was replaced.',
      `0x${'5b'.repeat(32)}`,
    ],
  }),
  'getOperation.includeEvidence': '`true`: also journal, proofs and chain transactions.',
  'getOperation.context': 'What it was about, by its `type`; null where there is nothing to tell.',
  'totalIsExact': 'False where the total of a long list was not counted to its end.',
  'events': 'Events, newest first.',
  'event': 'The event.',
  'deltas': 'Changes, newest first.',
  'evidence': 'Journal, proofs and chain transactions (`audit-evidence.v1`); when asked for.',
  'operations': 'Operations, newest first.',
  'operations.id': ['The operation, by its id.', exampleId('op')],
  'events.id': ['The event, by its id.', exampleId('evt')],
}

/** What the fields of operations, events, changes and the books mean. */
export const HISTORY_GLOSSARY: Glossary = { ...HISTORY, ...REVERSALS, ...BOOKS, ...EVIDENCE }
