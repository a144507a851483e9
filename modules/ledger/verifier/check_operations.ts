import { createPublicKey, verify } from 'node:crypto'
import { millionths } from './amounts.ts'
import type { Exported, Page } from './pages.ts'
import type { Findings } from './report.ts'

/** SubjectPublicKeyInfo of an Ed25519 key, up to its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Checks that each operation is consistent: its entries, legs, events, deltas and proofs belong to
 * it and agree.
 */
export function checkOperations(pages: readonly Page[], findings: Findings) {
  const entryIds = new Set<string>()
  const facts = new Set<string>()
  const served = new Map<string, string>()
  for (const page of pages) {
    for (const exported of page.operations) {
      findings.attempt(exported.where, () => {
        checkEntries(exported, page, findings, entryIds)
        checkLegs(exported, findings)
        checkEvents(exported, page, findings)
        checkDeltas(exported, page, findings)
        checkProofs(exported, findings, facts)
        checkSignatures(exported, page, findings, served)
      })
    }
  }
}

function checkEntries(
  { where, operation, evidence }: Exported,
  { realmId }: Page,
  findings: Findings,
  seen: Set<string>
) {
  const { entries } = evidence
  findings.expect(
    evidence.version === 'audit-evidence.v1',
    where,
    'has evidence of another version'
  )
  findings.expect(entries.length > 0, where, 'has no journal entry')
  let last = ''
  for (const entry of entries) {
    findings.expect(!seen.has(entry.id), where, `shares entry ${entry.id} with another place`)
    seen.add(entry.id)
    findings.expect(
      entry.operationId === operation.id && entry.realmId === realmId,
      where,
      `shows entry ${entry.id}, which is not its own`
    )
    findings.expect(entry.committedAt >= last, where, 'has entries out of order')
    last = entry.committedAt
  }
  findings.expect(
    entries.length === 0 || entries[0]!.committedAt === operation.createdAt,
    where,
    'was not created with its first entry'
  )
  findings.expect(
    entries.length === 0 || last === operation.updatedAt,
    where,
    'was not updated with its last entry'
  )
}

function checkLegs({ where, operation, evidence }: Exported, findings: Findings) {
  const { entries, legs } = evidence
  const known = new Set(entries.map(({ id }) => id))
  const sums = new Map<string, bigint>()
  for (const leg of legs) {
    findings.expect(known.has(leg.entryId), where, `has leg ${leg.id} of no entry it shows`)
    const key = `${leg.entryId} ${leg.denomination}`
    sums.set(key, (sums.get(key) ?? 0n) + millionths(leg.amount))
  }
  findings.expect(new Set(legs.map(({ id }) => id)).size === legs.length, where, 'has a leg twice')
  for (const [key, sum] of sums) {
    findings.expect(sum === 0n, where, `has legs that do not sum to zero: ${key}`)
  }
  const moves = ['transfer', 'capture', 'reversal', 'posting', 'deposit', 'withdrawal'].includes(
    operation.type
  )
  if (moves && operation.state === 'completed') {
    findings.expect(legs.length > 0, where, 'is completed, but moved nothing')
  }
  if (operation.state === 'failed' || operation.state === 'expired') {
    findings.expect(legs.length === 0, where, `is ${operation.state}, but moved something`)
  }
}

function checkEvents(
  { where, operation, evidence, events }: Exported,
  page: Page,
  findings: Findings
) {
  const times = new Set(evidence.entries.map(({ committedAt }) => committedAt))
  for (const event of events) {
    findings.expect(
      event.operationId === operation.id &&
        event.operationPath === operation.path &&
        event.realmId === page.realmId,
      where,
      `shows event ${event.id}, which is not its own`
    )
    findings.expect(
      times.has(event.createdAt),
      where,
      `shows event ${event.id}, which came with none of its entries`
    )
  }
}

function checkDeltas(exported: Exported, page: Page, findings: Findings) {
  const { where, operation, evidence, events, deltas } = exported
  const times = new Set(evidence.entries.map(({ committedAt }) => committedAt))
  const known = new Set(events.map(({ id }) => id))
  for (const delta of deltas) {
    const own = delta.operationId === operation.id && delta.realmId === page.realmId
    findings.expect(own, where, `shows delta ${delta.id}, which is not its own`)
    findings.expect(
      times.has(delta.createdAt),
      where,
      `shows delta ${delta.id}, which came with none of its entries`
    )
    // A page without its hash chain was filtered by permission, and may lack events.
    findings.expect(
      delta.eventId === null || page.chain === null || known.has(delta.eventId),
      where,
      `shows delta ${delta.id} of an event that is not there`
    )
  }
  if (page.chain === null) return
  const changes = deltas.filter(({ deltaType }) => deltaType === 'balance_change')
  findings.expect(
    changes.length === evidence.legs.length,
    where,
    `has ${evidence.legs.length} legs and ${changes.length} balance changes`
  )
  changes.forEach((delta, index) => {
    const leg = evidence.legs[index]
    const change = millionths(delta.afterValue ?? '') - millionths(delta.beforeValue ?? '')
    findings.expect(
      leg !== undefined &&
        change === millionths(leg.amount) &&
        delta.denomination === leg.denomination,
      where,
      `shows delta ${delta.id}, which is not what its leg says`
    )
  })
}

function checkProofs(
  { where, operation, evidence }: Exported,
  findings: Findings,
  facts: Set<string>
) {
  const known = new Set(evidence.entries.map(({ id }) => id))
  for (const proof of evidence.proofs) {
    findings.expect(known.has(proof.entryId), where, `has proof ${proof.id} of no entry it shows`)
    findings.expect(!facts.has(proof.fact), where, `credits ${proof.fact} a second time`)
    facts.add(proof.fact)
  }
  for (const transaction of evidence.chainTransactions) {
    findings.expect(
      transaction.operationId === operation.id && transaction.realmId === operation.realmId,
      where,
      'shows a chain transaction of another operation'
    )
  }
}

/** Checks the callers' signatures, which need nothing else to be verified. */
function checkSignatures(
  { where, operation, evidence }: Exported,
  { exportedAt }: Page,
  findings: Findings,
  served: Map<string, string>
) {
  for (const signed of evidence.signatures) {
    const { operationId, publicKey, signature, signingInput } = signed
    findings.expect(operationId === operation.id, where, 'shows a signature of another operation')
    if (signature === null || signingInput === null) {
      findings.expect(
        signature === signingInput && isWithheldRightly(signed, exportedAt),
        where,
        'hides a signature that can no longer be used'
      )
      continue
    }
    const key = createPublicKey({
      key: Buffer.concat([ED25519_PREFIX, Buffer.from(publicKey, 'base64')]),
      format: 'der',
      type: 'spki',
    })
    findings.expect(
      verify(null, Buffer.from(signingInput), key, Buffer.from(signature, 'base64')),
      where,
      'shows a signature that does not belong to its text'
    )
    checkServesOne({ ...signed, signature, signingInput }, where, findings, served)
  }
}

type Signed = Exported['evidence']['signatures'][number]

/**
 * A signed timestamp is at most five minutes ahead of the service, and admits a request for five
 * minutes.
 */
const LONGEST_WITHHELD_MS = 2 * 300_000 + 1000

function isWithheldRightly({ shownFrom, createdAt }: Signed, exportedAt: string): boolean {
  if (shownFrom === null || shownFrom <= exportedAt) return false
  return Date.parse(shownFrom) - Date.parse(createdAt) <= LONGEST_WITHHELD_MS
}

/**
 * Checks that a signature serves one operation, or the parts of one bulk. Older signatures do not
 * name their request.
 */
function checkServesOne(
  { operationId, signature, signingInput, route }: Signed & { signingInput: string },
  where: string,
  findings: Findings,
  served: Map<string, string>
) {
  if (route === null || bodyOf(signingInput).transfers !== undefined) return
  const earlier = served.get(`${signature} ${signingInput}`)
  findings.expect(earlier === undefined, where, `shows the signature of ${earlier} as its own`)
  served.set(`${signature} ${signingInput}`, operationId)
}

/** The body that was signed: the line between the name of the protocol and the timestamp. */
function bodyOf(signingInput: string): Record<string, unknown> {
  return JSON.parse(signingInput.split('\n')[1] ?? '') as Record<string, unknown>
}
