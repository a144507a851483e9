import { Fields } from './fields.ts'

/** A page as it came, with the place it was found at. */
export interface RawPage {
  /** Names the page, for people. */
  where: string
  raw: Record<string, unknown>
}

export interface Leg {
  accountId: string
  denomination: string
  kind: string
  amount: string
  balanceAfter: string
}

export interface ChainEntry {
  seq: number
  id: string
  operationId: string | null
  opType: string
  authority: string
  status: string
  legs: Leg[]
}

export interface Group {
  seqFrom: number
  seqTo: number
  entryCount: number
  committedAt: string
  prevHash: string
  hash: string
  entries: ChainEntry[] | null
}

export interface Chain {
  coverage: string
  head: { seq: number; committedAt: string; hash: string }
  before: { seqTo: number; committedAt: string; hash: string } | null
  groups: Group[]
  after: { seqFrom: number; committedAt: string; prevHash: string } | null
  earlierOperations: string[]
}

export interface Exported {
  where: string
  operation: ReturnType<typeof readOperation>
  events: ReturnType<typeof readEvent>[]
  deltas: ReturnType<typeof readDelta>[]
  evidence: ReturnType<typeof readEvidence>
}

export interface Page {
  where: string
  version: string
  realmId: string
  from: string
  to: string
  exportedAt: string
  nextCursor: string | null
  operations: Exported[]
  chain: Chain | null
  digest: { page: number; previous: string | null; content: string; sealed: string }
}

/**
 * Reads the pages of a file: one page, a list of pages, or one page on each line; each as the API
 * answered it, or its `data` alone.
 *
 * @throws Error when the text is none of these
 */
export function readPages(text: string): RawPage[] {
  const values = parse(text)
  if (values.length === 0) throw new Error('The file holds no page')
  return values.map((value, index) => {
    const where = `page ${index + 1}`
    Fields.of(value, where)
    const outer = value as Record<string, unknown>
    const isAnswer = 'data' in outer && 'success' in outer
    if (isAnswer && outer.success !== true) throw new Error(`${where} is not an answer with data`)
    const raw = isAnswer ? outer.data : outer
    Fields.of(raw, where)
    return { where, raw: raw as Record<string, unknown> }
  })
}

function parse(text: string): unknown[] {
  try {
    const value = JSON.parse(text) as unknown
    return Array.isArray(value) ? value : [value]
  } catch {
    return text
      .split('\n')
      .map((line, index) => ({ line: line.trim(), number: index + 1 }))
      .filter(({ line }) => line !== '')
      .map(({ line, number }) => {
        try {
          return JSON.parse(line) as unknown
        } catch {
          throw new Error(`Line ${number} is not JSON`)
        }
      })
  }
}

/** @throws Error that names the first field that is not of its type */
export function understandPage({ where, raw }: RawPage): Page {
  const page = Fields.of(raw, where)
  const digest = page.fields('digest')
  const chain = page.fieldsOrNull('chain')
  return {
    where,
    version: page.text('version'),
    realmId: page.text('realmId'),
    from: time(page, 'from'),
    to: time(page, 'to'),
    exportedAt: time(page, 'exportedAt'),
    nextCursor: page.textOrNull('nextCursor'),
    operations: page.list('operations', readExported),
    chain: chain && readChain(chain),
    digest: {
      page: digest.count('page'),
      previous: digest.textOrNull('previous'),
      content: digest.text('content'),
      sealed: digest.text('sealed'),
    },
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Times always have six digits and Z, so that the order of texts is the order of time. */
function time(fields: Fields, name: string): string {
  const value = fields.text(name)
  if (TIME.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new Error(`${name} ${JSON.stringify(value.slice(0, 40))} is not a time`)
}

function readExported(item: Fields): Exported {
  const operation = readOperation(item.fields('operation'))
  return {
    where: `operation ${operation.id}`,
    operation,
    events: item.list('events', readEvent),
    deltas: item.list('deltas', readDelta),
    evidence: readEvidence(item.fields('evidence')),
  }
}

function readOperation(fields: Fields) {
  fields.json('input')
  fields.json('outcome')
  return {
    id: fields.text('id'),
    realmId: fields.text('realmId'),
    path: fields.text('path'),
    type: fields.text('type'),
    state: fields.text('state'),
    createdAt: time(fields, 'createdAt'),
    updatedAt: time(fields, 'updatedAt'),
  }
}

function readEvent(fields: Fields) {
  fields.json('payload')
  return {
    id: fields.text('id'),
    realmId: fields.text('realmId'),
    operationId: fields.textOrNull('operationId'),
    operationPath: fields.textOrNull('operationPath'),
    createdAt: time(fields, 'createdAt'),
  }
}

function readDelta(fields: Fields) {
  return {
    id: fields.text('id'),
    realmId: fields.text('realmId'),
    eventId: fields.textOrNull('eventId'),
    operationId: fields.textOrNull('operationId'),
    deltaType: fields.text('deltaType'),
    objectPath: fields.text('objectPath'),
    beforeValue: fields.textOrNull('beforeValue'),
    afterValue: fields.textOrNull('afterValue'),
    denomination: fields.textOrNull('denomination'),
    createdAt: time(fields, 'createdAt'),
  }
}

function readEvidence(fields: Fields) {
  const journal = fields.fields('journal')
  return {
    version: fields.text('version'),
    entries: journal.list('entries', (entry) => ({
      id: entry.text('id'),
      realmId: entry.text('realmId'),
      operationId: entry.textOrNull('operationId'),
      opType: entry.text('opType'),
      authority: entry.text('authority'),
      status: entry.text('status'),
      committedAt: time(entry, 'committedAt'),
    })),
    legs: journal.list('legs', (leg) => ({
      entryId: leg.text('entryId'),
      id: leg.text('id'),
      accountId: leg.text('accountId'),
      denomination: leg.text('denomination'),
      amount: leg.text('amount'),
      kind: leg.text('kind'),
    })),
    proofs: journal.list('proofs', (proof) => ({
      entryId: proof.text('entryId'),
      id: proof.text('id'),
      fact: `${proof.text('proofType')} ${proof.text('externalRef')}`,
    })),
    chainTransactions: journal.list('chainTransactions', (transaction) => ({
      realmId: transaction.text('realmId'),
      operationId: transaction.text('operationId'),
    })),
    signatures: fields.list('signatures', (signature) => ({
      operationId: signature.text('operationId'),
      publicKey: signature.text('publicKey'),
      signature: signature.textOrNull('signature'),
      signingInput: signature.textOrNull('signingInput'),
      createdAt: time(signature, 'createdAt'),
      route: signature.textIfAny('route'),
      shownFrom: signature.textIfAny('shownFrom'),
    })),
  }
}

function readChain(fields: Fields): Chain {
  const head = fields.fields('head')
  const before = fields.fieldsOrNull('before')
  const after = fields.fieldsOrNull('after')
  return {
    coverage: fields.text('coverage'),
    head: {
      seq: head.count('seq'),
      committedAt: time(head, 'committedAt'),
      hash: head.text('hash'),
    },
    before: before && {
      seqTo: before.count('seqTo'),
      committedAt: time(before, 'committedAt'),
      hash: before.text('hash'),
    },
    groups: fields.list('groups', readGroup),
    after: after && {
      seqFrom: after.count('seqFrom'),
      committedAt: time(after, 'committedAt'),
      prevHash: after.text('prevHash'),
    },
    earlierOperations: fields.texts('earlierOperations'),
  }
}

function readGroup(group: Fields): Group {
  return {
    seqFrom: group.count('seqFrom'),
    seqTo: group.count('seqTo'),
    entryCount: group.count('entryCount'),
    committedAt: time(group, 'committedAt'),
    prevHash: group.text('prevHash'),
    hash: group.text('hash'),
    entries: group.listOrNull('entries', (entry) => ({
      seq: entry.count('seq'),
      id: entry.text('id'),
      operationId: entry.textOrNull('operationId'),
      opType: entry.text('opType'),
      authority: entry.text('authority'),
      status: entry.text('status'),
      legs: entry.list('legs', (leg) => ({
        accountId: leg.text('accountId'),
        denomination: leg.text('denomination'),
        kind: leg.text('kind'),
        amount: leg.text('amount'),
        balanceAfter: leg.text('balanceAfter'),
      })),
    })),
  }
}
