import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { historyAnswers as answers } from './history_schemas.ts'
import {
  exportQuery,
  listDeltasQuery,
  listEventsQuery,
  realmQuery,
  reconciliationQuery,
  snapshotQuery,
  statementQuery,
} from './history_validators.ts'
import { idParams, namedRealmQuery } from './validators.ts'

const HistoryController = () => import('./controllers/history_controller.ts')
const BooksController = () => import('./controllers/books_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

/**
 * Routes about what happened in a realm. They come before `/operations/:id`, which would take
 * `export` for an id.
 */
export function historyRoutes(router: HttpRouterService) {
  router
    .get('/operations/export', [HistoryController, 'exportOperations'])
    .operationId('exportOperations')
    .access(access.action('svc:ReadOperation', on.looked('each operation; others are left out')))
    .summary(
      'Operations of a range of time with their evidence, oldest first, to be verified offline'
    )
    .query(exportQuery)
    .answers(200, 'A page of the export', answers.export)
    .refuses(...REALM_REFUSALS)
  router
    .get('/events', [HistoryController, 'events'])
    .access(access.action('svc:ReadEvent', on.looked('each event; others are left out')))
    .summary('The events of a realm, newest first')
    .query(listEventsQuery)
    .answers(200, 'A page of events', answers.events)
    .refuses(...REALM_REFUSALS)
  router
    .get('/events/:id', [HistoryController, 'event'])
    .access(
      access.action('svc:ReadEvent', on.looked('the path of its object, or of its operation'))
    )
    .summary('An event with its operation and the changes committed with it')
    .params(idParams)
    .query(namedRealmQuery)
    .answers(200, 'The event', answers.event)
    .refuses(...REALM_REFUSALS)
  router
    .get('/deltas', [HistoryController, 'deltas'])
    .access(access.action('svc:ReadDelta', on.looked('each object; others are left out')))
    .summary('The changes of a realm, balance changes included, newest first')
    .query(listDeltasQuery)
    .answers(200, 'A page of deltas', answers.deltas)
    .refuses(...REALM_REFUSALS)
  router
    .get('/objects/:id/snapshot', [HistoryController, 'snapshot'])
    .where('id', /^obj_/)
    .access(access.action('svc:ReadBalance', on.looked('the path of the object')))
    .summary('What an object held at a moment')
    .params(idParams)
    .query(snapshotQuery)
    .answers(200, 'Its balances at the newest entry at or before the moment', answers.snapshot)
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND')
  router
    .get('/objects/:id/statement', [HistoryController, 'statement'])
    .where('id', /^obj_/)
    .access(access.action('svc:ReadDelta', on.looked('the path of the object')))
    .summary('What moved the cash of an object between two moments, line by line')
    .params(idParams)
    .query(statementQuery)
    .answers(200, 'Every line, oldest first, between two balances', answers.statement)
    .answers(200, 'The same as a file', { type: 'string' }, 'text/csv')
    .refuses(...REALM_REFUSALS, 'OBJECT_NOT_FOUND')
}

/** Routes about what a realm's books hold, and whether they are right. */
export function bookRoutes(router: HttpRouterService) {
  router
    .get('/summary', [BooksController, 'summary'])
    .operationId('getRealmSummary')
    .access(access.action('svc:ReadOperation', on.root()))
    .summary('How many objects, operations and events a realm has')
    .query(realmQuery)
    .answers(200, 'The counts', answers.summary)
    .refuses(...REALM_REFUSALS)
  router
    .get('/reconciliation', [BooksController, 'reconciliation'])
    .access(access.action('svc:ReadBalance', on.root()))
    .summary('Every cached balance of a realm beside its legs')
    .query(reconciliationQuery)
    .answers(200, 'A page of balances, and whether all of them agree', answers.reconciliation)
    .refuses(...REALM_REFUSALS)
  router
    .get('/verify', [BooksController, 'verify'])
    .operationId('verifyRealm')
    .access(access.action('svc:ReadOperation', on.root()))
    .summary('Prove the invariants of a realm, its hash chain included')
    .query(realmQuery)
    .answers(200, 'Each invariant', answers.verification)
    .refuses(...REALM_REFUSALS, 'OVERLOADED')
}
