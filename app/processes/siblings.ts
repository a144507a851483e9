import cluster from 'node:cluster'
import type { HealthFinding } from '#app/observability/health'

/** How many servers share the port of this process, and how many of them answer. */
export interface Siblings {
  running: number
  wanted: number
}

let known: Siblings = { running: 1, wanted: 1 }

/** Listens to the parent, which says whenever a server has come or gone. */
export function hearOfSiblings() {
  if (!cluster.isWorker) return
  process.on('message', (message: { type?: unknown; servers?: Siblings } | null) => {
    if (message?.type === 'servers' && message.servers) known = message.servers
  })
}

/** Whether what is asked at the port of the service may be answered by another process. */
export function isOneOfSeveral(): boolean {
  return known.wanted > 1
}

export function siblingsFinding(): HealthFinding {
  const { running, wanted } = known
  return { ok: running === wanted, detail: `${running} of ${wanted} server processes answer` }
}
