import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { ListOperations } from '#modules/ledger/services/list_operations'
import { JournalTail } from '#modules/ledger/realtime/journal_tail'
import { Streams } from '#modules/ledger/realtime/streams'
import { SubscribeEvents } from '#modules/ledger/realtime/subscribe_events'
import { WatchPath } from '#modules/ledger/realtime/watch_path'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'

/** What tells connections of the journal. */
export function bindRealtime(container: ApplicationService['container']) {
  container.singleton(
    JournalTail,
    async (resolver) =>
      new JournalTail(
        await resolver.make(JournalCuts),
        await resolver.make(Database),
        await resolver.make(Wakes),
        await resolver.make('logger')
      )
  )
  bind(container, Streams, JournalTail, ObjectReader, AccessControl, ModuleHost)
  bind(
    container,
    WatchPath,
    Streams,
    ObjectReader,
    OperationReader,
    ListOperations,
    AccessControl,
    ModuleHost
  )
  bind(container, SubscribeEvents, Streams, ModuleHost)
}
