import { Container } from '@adonisjs/core/container'
import { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { addSingletons } from '#app/extension/singleton'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import { ChainNames } from '#modules/custody/core/chain_names'
import { CustodyChain } from '#modules/custody/services/custody_chain'
import { HaltRecords } from '#modules/custody/services/halt_records'

/** Makes the services of one process of the service. */
export type Process = ApplicationService['container']

/** What all processes of a test have in common. */
const SHARED = [Database, Logger, OutboxRelay, QueueHost, HaltRecords, AccessControl]

/** Another process, with a chain of its own. */
export async function processOn(chain: CustodyChain, clock?: Clock): Promise<Process> {
  const process: Process = new Container()
  for (const service of SHARED) process.bindValue(service, await app.container.make(service))
  process.bindValue(Clock, clock ?? (await app.container.make(Clock)))
  process.bindValue(CustodyChain, chain)
  process.bindValue(ChainNames, chain)
  addSingletons(process)
  return process
}

export function chainOfApp(): Promise<CustodyChain> {
  return app.container.make(CustodyChain)
}
