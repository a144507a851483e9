import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { AuditChainCheck, type AuditChain, type AuditFinding } from '../core/audit_chain.ts'
import { SealAudit } from './seal_audit.ts'
import { AuditChainStore } from '../storage/audit_chain_store.ts'

const BATCH = 500

export interface AuditCheck {
  chains: number
  entries: number
  findings: AuditFinding[]
}

/** Verifies the audit log of every organization against its hash chain, for operators and tests. */
@singleton()
export class CheckAudit {
  constructor(
    private chains: AuditChainStore,
    private seal: SealAudit,
    private database: Database
  ) {}

  async run(): Promise<AuditCheck> {
    // Entries that a dead process left without a place belong to the chain too.
    await this.seal.run()
    const orphans = await this.database.snapshot((reader) => this.chains.orphans(reader))
    const check: AuditCheck = { chains: 0, entries: 0, findings: orphans.map(orphanFinding) }
    for (let afterOrg = ''; ;) {
      const batch = await this.chains.chains(this.database, afterOrg, BATCH)
      for (const { orgId } of batch) await this.#check(orgId, check)
      check.chains += batch.length
      if (batch.length < BATCH) return check
      afterOrg = batch.at(-1)!.orgId
    }
  }

  /** One snapshot is read: a chain that grows or is cut meanwhile would look tampered with. */
  #check(orgId: string, check: AuditCheck): Promise<void> {
    return this.database.snapshot(async (reader) => {
      const chain = await this.chains.chain(reader, orgId)
      if (chain === null) return
      check.findings.push(...(await this.#walk(reader, chain, check)))
    })
  }

  async #walk(reader: SqlReader, chain: AuditChain, check: AuditCheck): Promise<AuditFinding[]> {
    const walk = new AuditChainCheck(chain)
    for (let after = chain.anchorSeq; ;) {
      const entries = await this.chains.entries(reader, chain.orgId, after, BATCH)
      walk.read(entries)
      check.entries += entries.length
      if (entries.length < BATCH) return walk.findings()
      after = entries.at(-1)!.seq
    }
  }
}

function orphanFinding({ orgId, entries }: { orgId: string; entries: number }): AuditFinding {
  return { orgId, problem: `has ${entries} entries that belong to no chain` }
}
