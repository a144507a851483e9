import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'

/** What other modules know of operations: the evidence of one, and of each in an export, shows it. */
@singleton()
export class EvidenceSources {
  constructor(private modules: ModuleHost) {}

  async chainTransactions(operationIds: readonly string[]) {
    if (operationIds.length === 0) return []
    const sources = this.modules.contributions('evidenceSources')
    const found = await Promise.all(
      sources.map((source) => source.chainTransactions([...operationIds]))
    )
    return found.flat()
  }

  async approvals(operationIds: readonly string[]) {
    if (operationIds.length === 0) return []
    const sources = this.modules.contributions('approvalSources')
    const found = await Promise.all(sources.map((source) => source.approvals(operationIds)))
    return found.flat()
  }
}
