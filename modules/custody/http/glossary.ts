import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

const WITHDRAWALS = ['proposeWithdrawal', 'createCosignedWithdrawal', 'WithdrawalProposal']

const SHEET: Glossary = {
  ...of('BalanceSheet', {
    poolMeasurable: 'The chain answered, so that the sheet has figures of it.',
    contractTotal: 'What the pool contract says it holds.',
    physicalPoolBalance: 'What the token contract says the pool holds.',
    physicalDrift: 'The difference of those two.',
    stranded: 'On the chain, in boundaries the ledger does not know or that nobody owns.',
    unattributed: 'Arrived at the pool or a deposit address, and credited to nobody.',
    boundarySum: 'The sum over all boundaries.',
    conservation: 'All of these sums agree.',
    replayContractBalance: 'What the final events of the contract add up to.',
    replayDrift: 'The difference to what the contract says.',
    boundarySource: 'Where the boundaries were read.',
    boundaries: 'Boundary by boundary.',
    house: 'The boundary of the service itself, where there is one.',
    unregistered: 'Boundaries on the chain that the ledger does not know.',
    onChain: 'What it holds on the chain.',
  }),
  ...of('BoundaryBooks', {
    isDefault: 'The boundary of everything that has none of its own.',
    onChain: 'What it holds on the chain.',
    obligations: 'What the ledger owes out of it.',
    surplus: 'What it holds beyond that.',
    solvent: 'It holds what it owes.',
    userBalances: 'What it owes to objects of the builder.',
    systemBalances: 'What it owes to objects of the service.',
    onChainSource: 'Where `onChain` was read.',
  }),
}

const PROPOSALS: Glossary = {
  proposals: 'Transactions that wait for the admin of the pool.',
  ...of('AdminProposal', {
    chainId: 'The chain that the transaction is for.',
    value: 'Wei that the transaction carries.',
    method: 'The call, for people to read.',
    reason: 'What it is for.',
  }),
}

const RESCUES: Glossary = {
  'rescues': 'Newest first.',
  'proposeRescue.rescue': 'The rescue, as it was proposed.',
  ...of(['Rescue', 'proposeRescue'], {
    id: 'The rescue; null where nobody has asked this service for it.',
    rescueHash: 'Its id in the pool.',
    assetAddress: 'The token; null, or left out, for ether.',
    amount: ['Base units of the asset.', '1'],
    destinationAddress: ['Where it goes.', '0x52908400098527886E0F7030069857D2E4169EE7'],
    fromAddress:
      'Where it lies: the pool, or a deposit address of it; the pool where it is left out.',
    state:
      '`proposed` until the admin has asked the pool, `lapsed` when that took 30 days, `waiting` for its delay, then `ripe`: anybody may execute it.',
    executableAt: 'When its delay is over; null until the pool was asked.',
    misfit:
      'In what the pool was asked for something else than was asked for here. It is cancelled.',
    askedBy: 'Who asked for it here.',
  }),
}

const ATTESTED = {
  boundaryId: 'The custody boundary that owes.',
  seq: 'The entry of the journal that the attestation is of.',
  sum: 'What the boundary was owed then, all its objects together.',
}

const LIABILITIES: Glossary = {
  'attestations': 'Attestations, newest first.',
  'getLiabilityProof.attestationId': [
    'The attestation that the proof is to be of; only the newest one has proofs.',
    exampleId('att'),
  ],
  ...of('LiabilityProof', {
    ...ATTESTED,
    attestationId: 'The attestation that it is of.',
    leaf: 'What is counted for the object.',
    path: 'The nodes beside the way from the leaf to the root.',
    anchor: 'Where the chain says so.',
  }),
  ...of('LiabilityLeaf', {
    objectId: 'The object that is counted.',
    amount: 'What the object was owed then, with what was held.',
  }),
  ...of('LiabilityStep', {
    side: 'Where the node stands beside what was hashed so far.',
    sum: 'What everything below it is owed.',
  }),
  ...of('AttestationAnchor', {
    chainId: 'The chain.',
    blockNumber: 'The block of the transaction.',
  }),
  ...of('Attestation', {
    ...ATTESTED,
    id: 'The attestation.',
    blockNumber: 'The block of the transaction.',
  }),
}

const HALTS: Glossary = {
  ...of(['RealmHalt', 'HaltRecord', 'haltRealm'], {
    type: '`withdrawals`: nothing leaves. `all_flows`: nothing moves.',
    since: 'Since when.',
    source: 'What raised it.',
    reason: ['Why, for people.', 'Investigating an unknown withdrawal'],
    raisedBy: 'Who raised it.',
    raisedAt: 'When it was raised.',
    clearedBy: 'Who let the realm go on.',
    clearedAt: 'When the realm went on.',
  }),
  realmHalt: 'The halt in force; null without one.',
  ...of(['getRealmHalt', 'haltRealm', 'clearRealmHalt'], {
    history: 'The newest halts of the realm.',
    realmHalt: 'The halt in force; null without one.',
  }),
}

const KEYS: Glossary = {
  ...of(['BoundaryKeys', 'WaitingKey', 'AcceptedKey', 'CancelledKey', 'acceptKey', 'cancelKey'], {
    waiting: 'Keys that are proposed and not in effect.',
    role: ['What the key is to be for the boundary.', 'recovery_key'],
    effectiveAt: 'When its time comes; null where it does not wait for one.',
    word: '`missing`: it takes no effect without its signature. `given`: the service has that.',
    sign: 'What the key has to sign; null where nothing has to be.',
    state: '`waiting`: the service brings the signature to the pool in time.',
  }),
  ...of(['WantedWord', 'acceptKey'], {
    typedData: 'What is signed, as EIP-712 has it.',
    deadline: ['Unix seconds; part of what is signed.', 4_000_000_000],
    signature: ['The signature of the key over the digest.', `0x${'ab'.repeat(65)}`],
  }),
}

const HAND_OVER: Glossary = {
  ...of(['CosignerHandOver', 'handOverCosigner'], {
    cosigner: 'Who is to co-sign instead; null, or left out, disarms the boundary.',
    state: '`proposed`: it stands among the proposals to the admin, and anybody may send it.',
    typedData: 'What the co-signer there is has to sign, as EIP-712 has it.',
    deadline: 'Unix seconds; part of what is signed. A month, where it is left out.',
    signature: 'Of the co-signer there is, over the digest; without it that is shown.',
  }),
}

const INHERITANCE: Glossary = {
  ...of(['ProposedInheritance', 'proposeInheritance'], {
    successor: [
      'Who is to have the place of the recovery key that is lost.',
      '0x000000000000000000000000000000000000dEaD',
    ],
    state: '`waiting`: the pool has it, and the holder can refuse until `effectiveAt` and longer.',
    effectiveAt: 'When anybody may complete it; the service does. Null until it waits.',
    typedData: 'What the successor has to sign, as EIP-712 has it.',
    deadline: 'Unix seconds; part of what is signed. A month, where it is left out.',
    signature: 'Of the successor, over the digest; without it that is shown.',
  }),
}

/** What the fields of boundaries, vaults and the chain mean. */
export const CUSTODY_GLOSSARY: Glossary = {
  ...SHEET,
  ...HALTS,
  ...LIABILITIES,
  ...PROPOSALS,
  ...RESCUES,
  ...HAND_OVER,
  ...INHERITANCE,
  'boundaryId': ['The custody boundary, by its id.', exampleId('bnd')],
  'boundaries': 'The custody boundaries.',
  'exchangeObjects': 'Exchange objects with a vault of their own.',
  ...of('PendingExit', { executableAt: 'When the time lock lets it go.' }),
  ...of('Boundary', {
    id: 'The boundary.',
    balance: 'What it holds on the chain.',
    status: '`soft_frozen`: locked by its key holder. `hard_frozen`: withdrawn by them.',
    timeLock: 'Seconds that a withdrawal waits on the chain; 0 without one.',
    pendingExit: 'The withdrawal that leaves next of those that wait.',
  }),
  ...of('getRecoveryKit', {
    chainId: 'The chain.',
    rpcUrlHint: 'A node of the chain, for development; null where any node of it serves.',
    boundary: 'The boundary, and who holds it.',
    abi: 'The functions of the pool that a holder needs, and the errors it answers with.',
    steps: 'What the holder does, in order; `unlock` takes a lock back.',
    format: '`html` for a page that works from a disk.',
  }),
  ...of('RecoverableBoundary', {
    id: 'The boundary.',
    status: '`soft_frozen`: locked by its key holder. `hard_frozen`: withdrawn by them.',
  }),
  ...of('RecoveryStep', {
    call: 'The function of the pool.',
    signature: 'Its name and types, as tools take them.',
    does: 'What it does.',
    args: 'Values of its arguments; null for an address of the holder’s choice.',
    data: 'Calldata, up to the argument that the holder chooses, which is one word.',
  }),
  ...of('ExchangeObject', {
    id: 'The object.',
    status: 'Whether its vault is locked.',
    balance: 'What its vault holds.',
  }),
  ...of('CustodyStatus', {
    configured: 'The realm has a pool on the chain.',
    chainId: 'The chain.',
    totalBalance: 'What the pool holds.',
  }),
  ...of('TimeLock', { timeLock: 'Seconds that a withdrawal waits on the chain.' }),
  'setTimeLock.seconds': ['Seconds that a withdrawal waits on the chain.', 3600],
  'armBoundary.cosigner': [
    'Who signs; the recovery key without one.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  'armBoundary.cosigners': 'Instead of one: keys of whom `threshold` sign together.',
  'armBoundary.threshold': 'How many of them have to sign.',
  ...of('ArmedBoundary', {
    armed: 'True: value leaves only with a co-signature.',
    effectiveAt: 'When that is at the earliest.',
  }),
  ...KEYS,
  ...of('registerRecoveryKey', {
    walletAddress: [
      'The address that may lock the boundary and withdraw from it.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ],
    effectiveAt: 'When the pending key comes into force.',
  }),
  ...of(WITHDRAWALS, {
    path: ['The path the operation has, or is to have.', '/op/{operationId}-1'],
    deadline: ['Unix seconds; the signature is worth nothing afterwards.', 4_000_000_000],
    nonce: ['From the proposal.', exampleId('op')],
    signature: ['The signature of the co-signer over the digest.', `0x${'ab'.repeat(65)}`],
    typedData: 'What is signed, as EIP-712 has it.',
  }),
  ...of('TypedData', {
    domain: 'The contract it is for.',
    types: 'The types of the message.',
    primaryType: 'The type of the message.',
    message: 'What is agreed to.',
  }),
  ...of('DevChain', {
    chainId: 'The chain.',
    confirmations: 'Blocks until something is final.',
  }),
  'fundDevAddress.address': [
    'Who gets test USD and gas money.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ],
  'fundDevAddress.txHash': 'The transaction that paid.',
}
