import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { bind } from '#app/extension/bind'
import { Database } from '#app/storage/database'
import { JournalCuts, ObjectReader, RealmDirectory } from '#modules/ledger/index'
import { HistoryRequests } from './history_request.ts'
import { JournalWorth } from './journal_worth.ts'
import { ReadHistory } from './read_history.ts'
import { ReadWorth } from './read_worth.ts'
import { SealHistories } from './seal_histories.ts'
import { SealRealm } from './seal_realm.ts'
import { TrimHistories } from './trim_histories.ts'
import { ValueObjects } from './value_objects.ts'

/** Histories: how they are sealed, and how they are read. */
export function bindHistories(container: ApplicationService['container']) {
  bind(container, JournalWorth, ValueObjects)
  bind(container, SealRealm, Database, Clock, JournalWorth)
  bind(container, SealHistories, Database, SealRealm, ValueObjects)
  bind(container, TrimHistories, Database, Clock, RealmDirectory, SealHistories)
  bind(container, ReadWorth, Database, JournalCuts, ValueObjects, JournalWorth)
  bind(container, HistoryRequests, Clock, RealmDirectory, ObjectReader, AccessControl)
  bind(container, ReadHistory, HistoryRequests, ReadWorth)
}
