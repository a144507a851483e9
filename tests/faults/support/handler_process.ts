import { setTimeout as delay } from 'node:timers/promises'
import { ignite } from '../../../bin/ignite.ts'

/**
 * Runs handlers in a process that may die at a failpoint:
 * `handler_process.ts movements <operation id>…`, `handler_process.ts reaper`, `handler_process.ts expiry`,
 * `handler_process.ts followed <rail> <operation id>`, `handler_process.ts seal <realm id>`,
 * `handler_process.ts webhook <webhook id>`, `handler_process.ts occurrence <schedule id>`,
 * `handler_process.ts approval <approval id>`, or
 * `handler_process.ts reconciliation <reconciliation id>`.
 */
const [handler, ...operationIds] = process.argv.slice(2)

const application = ignite('test').createApp('console')
await application.init()
await application.boot()
await application.start(async () => {
  if (handler === 'movements') await movements()
  else if (handler === 'reaper') await reaper()
  else if (handler === 'expiry') await expiry()
  else if (handler === 'followed') await followed(operationIds[0]!, operationIds[1]!)
  else if (handler === 'seal') await seal(operationIds[0]!)
  else if (handler === 'webhook') await webhook(operationIds[0]!)
  else if (handler === 'occurrence') await occurrence(operationIds[0]!)
  else if (handler === 'approval') await approval(operationIds[0]!)
  else if (handler === 'reconciliation') await reconciliation(operationIds[0]!)
  else throw new Error(`No handler "${handler}"`)
})
await application.terminate()
process.exit(0)

/** Each movement is started, then followed to its end. */
async function movements() {
  const { ModuleHost } = await import('#app/extension/module_host')
  const { StartOnRail } = await import('#modules/ledger/services/start_on_rail')
  const { PollRail } = await import('#modules/ledger/services/poll_rail')
  const { WaitingRail } = await import('#tests/faults/support/waiting_rail')
  const { container } = application
  const rail = new WaitingRail()
  const host = await container.make(ModuleHost)
  host.add({ name: 'waiting_rail', title: 'Waiting', settlementRails: [rail] })
  const startOnRail = await container.make(StartOnRail)
  const pollRail = await container.make(PollRail)
  for (const id of operationIds) await startOnRail.run(id)
  for (const id of operationIds) await pollRail.run(id, rail.name)
}

async function reaper() {
  const { Reap } = await import('#modules/ledger/services/reap')
  await (await application.container.make(Reap)).run()
}

/** The holds whose time is over. */
async function expiry() {
  const { ExpireHolds } = await import('#modules/ledger/services/expire_holds')
  await (await application.container.make(ExpireHolds)).run()
}

/** The histories of one realm. */
async function seal(realmId: string) {
  const { SealRealm } = await import('#modules/analytics/services/seal_realm')
  await (await application.container.make(SealRealm)).run(realmId)
}

/** What one webhook is owed. */
async function webhook(id: string) {
  const { ServeWebhook } = await import('#modules/webhooks/services/serve_webhook')
  await (await application.container.make(ServeWebhook)).run(id)
}

/** The first time of one schedule. */
async function occurrence(id: string) {
  const { RunOccurrence } = await import('#modules/schedules/services/run_occurrence')
  await (await application.container.make(RunOccurrence)).run(id, 1)
}

/** What goes on with one approval. */
async function approval(id: string) {
  const { GoOn } = await import('#modules/approvals/services/go_on')
  await (await application.container.make(GoOn)).run(id)
}

/** One file that is compared with the books. */
async function reconciliation(id: string) {
  const { RunReconciliation } = await import('#modules/reconciliation/services/run_reconciliation')
  await (await application.container.make(RunReconciliation)).run(id)
}

/** One movement, asked about until its rail has its last word. */
async function followed(rail: string, id: string) {
  const { StartOnRail } = await import('#modules/ledger/services/start_on_rail')
  const { PollRail } = await import('#modules/ledger/services/poll_rail')
  const { container } = application
  await (await container.make(StartOnRail)).run(id)
  const pollRail = await container.make(PollRail)
  while ((await pollRail.run(id, rail)) === 'waiting') await delay(50)
}
