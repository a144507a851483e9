import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'

/** An audit entry as it is stored. */
export interface StoredAuditEntry {
  /** `aud_…` */
  id: string
  orgId: string
  realmId: string | null
  eventType: string
  success: boolean
  actorType: string
  actorId: string
  credential: string
  credentialId: string
  /** JSON text. */
  details: string
  requestId: string | null
  address: string | null
  createdAt: Micros
}

/** The place of an entry in the chain of its organization. */
export interface AuditLink {
  /** Counts from 1, without a gap. */
  seq: number
  /** Empty for the first entry. */
  prevHash: string
  entryHash: string
}

export type ChainedAuditEntry = StoredAuditEntry & AuditLink

/** Both ends of an organization's chain. */
export interface AuditChain {
  orgId: string
  /** Number of the newest entry. */
  seq: number
  lastHash: string
  /**
   * Number of the last entry that was deleted because of its age; 0 and an empty hash before the
   * first.
   */
  anchorSeq: number
  anchorHash: string
}

/** Something wrong with a chain, in words for an operator. */
export interface AuditFinding {
  orgId: string
  problem: string
}

/**
 * Entries get their places in the order of their time; a long transaction may delay an entry by
 * this much.
 */
const LATE_MICROS = 10 * 60_000_000

/**
 * SHA-256 in hex over the canonical JSON (RFC 8785) of the entry, its place and the previous hash.
 */
export function auditEntryHash(
  entry: StoredAuditEntry,
  { seq, prevHash }: Pick<AuditLink, 'seq' | 'prevHash'>
): string {
  const { id, orgId, realmId, eventType, success, actorType, actorId } = entry
  const { credential, credentialId, details, requestId, address, createdAt } = entry
  const shown = {
    id,
    orgId,
    realmId,
    eventType,
    success,
    actorType,
    actorId,
    credential,
    credentialId,
    details,
    requestId,
    address,
    createdAt: toRfc3339(createdAt),
    seq,
    prevHash,
  }
  return createHash('sha256').update(canonicalize(shown)!).digest('hex')
}

/** Gives entries their places behind the end of the chain, in the order given. */
export function sealEntries(
  end: Pick<AuditChain, 'seq' | 'lastHash'>,
  entries: readonly StoredAuditEntry[]
): ChainedAuditEntry[] {
  let { seq, lastHash: prevHash } = end
  return entries.map((entry) => {
    const link = { seq: ++seq, prevHash }
    prevHash = auditEntryHash(entry, link)
    return { ...entry, ...link, entryHash: prevHash }
  })
}

/**
 * Checks one chain from its anchor to its end: no entry was changed, removed, added or moved. An
 * attacker who can write the whole database can write a new chain; this finds everything less.
 */
export class AuditChainCheck {
  #seq: number
  #hash: string
  #newest = 0
  #findings: AuditFinding[] = []

  constructor(private chain: AuditChain) {
    this.#seq = chain.anchorSeq
    this.#hash = chain.anchorHash
  }

  /** @param entries the next entries by `seq`, none left out */
  read(entries: readonly ChainedAuditEntry[]) {
    for (const entry of entries) this.#read(entry)
  }

  /** What is wrong with the chain, once all entries were read. */
  findings(): AuditFinding[] {
    const { seq, lastHash } = this.chain
    if (this.#seq !== seq || this.#hash !== lastHash) {
      this.#found(`ends at entry ${this.#seq}, and not with the entry ${seq} it names`)
    }
    return this.#findings
  }

  #read(entry: ChainedAuditEntry) {
    const { id, seq, prevHash, entryHash, createdAt } = entry
    if (seq !== this.#seq + 1) this.#found(`has entry ${seq} after entry ${this.#seq}`)
    if (prevHash !== this.#hash) this.#found(`does not hold together before ${id} (entry ${seq})`)
    if (entryHash !== auditEntryHash(entry, entry)) this.#found(`holds ${id}, which was changed`)
    if (createdAt < this.#newest - LATE_MICROS) {
      this.#found(`holds ${id}, which says it is older than what was written before it`)
    }
    this.#newest = Math.max(this.#newest, createdAt)
    this.#seq = seq
    this.#hash = entryHash
  }

  #found(problem: string) {
    this.#findings.push({ orgId: this.chain.orgId, problem })
  }
}
