import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { shelfAnswers } from './shelf_schemas.ts'
import {
  browseQuery,
  declareZoneBody,
  folderQuery,
  inRealmQuery,
  labelFolderBody,
  labelObjectBody,
  versionsQuery,
} from './shelf_validators.ts'
import { idParams } from './validators.ts'

const ShelvesController = () => import('./controllers/shelves_controller.ts')

const OBJECT_ID = /^obj_/
const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const
const OBJECT_REFUSALS = ['OBJECT_NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

/**
 * Routes for the arrangement of objects: labels, folders, zones, versions. Mounted under `/api/v1`.
 */
export function shelfRoutes(router: HttpRouterService) {
  router
    .get('/objects/browse', [ShelvesController, 'browse'])
    .operationId('browseFolder')
    .access(
      access.action('svc:ReadObject', on.looked('each object and child path; others are left out'))
    )
    .summary('What lies in a folder: its objects and its child paths, newest first')
    .query(browseQuery)
    .answers(200, 'The folder; limit and cursor apply to each of both lists', shelfAnswers.folder)
    .refuses(...REALM_REFUSALS)
  router
    .post('/isolation-zones', [ShelvesController, 'storeZone'])
    .access(access.action('svc:CreateObject', on.body('path')))
    .idempotent(idempotency.kept())
    .summary('Ensure that a path is an isolation zone, a custody boundary of its own')
    .body(declareZoneBody)
    .answers(201, 'A new zone', shelfAnswers.zone)
    .answers(200, 'The zone was there already', shelfAnswers.zone)
    .guarded('change')
    .refuses(...REALM_REFUSALS, 'CONFLICT', 'OVERLOADED', 'UNAVAILABLE')
  router
    .patch('/objects/:id/labels', [ShelvesController, 'labelObjectById'])
    .where('id', OBJECT_ID)
    .operationId('updateObjectLabels')
    .access(access.action('svc:UpdateObject', on.looked('the path of the object')))
    .summary('Merge labels: a text sets, null removes, what is not named is kept')
    .params(idParams)
    .query(inRealmQuery)
    .body(labelObjectBody)
    .answers(200, 'The object with all its labels', shelfAnswers.labelled)
    .guarded('change')
    .refuses(...OBJECT_REFUSALS, 'NOT_FOUND', 'CONFLICT', 'OVERLOADED', 'UNAVAILABLE')
  router
    .get('/objects/:id/versions', [ShelvesController, 'versions'])
    .where('id', OBJECT_ID)
    .access(access.action('svc:ReadObject', on.looked('the path of the object')))
    .summary('Every generation of the path of an object, newest first')
    .params(idParams)
    .query(versionsQuery)
    .answers(200, 'A page of generations', shelfAnswers.versions)
    .refuses(...OBJECT_REFUSALS, 'NOT_FOUND')
  router
    .get('/folders/labels', [ShelvesController, 'folderLabels'])
    .operationId('getFolderLabels')
    .access(access.action('svc:ReadObject', on.query('path')))
    .summary('The labels of a folder')
    .query(folderQuery)
    .answers(200, 'The labels; none is an empty map without times', shelfAnswers.folderLabels)
    .refuses(...REALM_REFUSALS)
  router
    .put('/folders/labels', [ShelvesController, 'replaceFolderLabels'])
    .access(access.action('svc:UpdateFolderLabels', on.body('path')))
    .summary('Put exactly these labels on a folder; an empty map clears it')
    .body(labelFolderBody)
    .answers(200, 'The labels', shelfAnswers.folderLabels)
    .guarded('change')
    .refuses(...REALM_REFUSALS)
}
