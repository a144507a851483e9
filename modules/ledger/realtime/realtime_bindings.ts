import type { ApplicationService } from '@adonisjs/core/types'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { ModuleHost } from '#app/extension/module_host'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { ListOperations } from '../services/list_operations.ts'
import { JournalTail } from './journal_tail.ts'
import { Streams } from './streams.ts'
import { SubscribeEvents } from './subscribe_events.ts'
import { WatchPath } from './watch_path.ts'
import { JournalCuts } from '../storage/journal_cuts.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

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
