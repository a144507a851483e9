import {
  LIMITS,
  ServiceError,
  access,
  answer,
  callerPath,
  input,
  on,
  pageLimit,
  principalOf,
  realmId,
  schema,
  singleton,
  vine,
  type Glossary,
  type HttpContext,
  type HttpRouterService,
} from 'ledger-custody-service/module'
import { RealmDirectory } from 'ledger-custody-service/ledger'
import { ActivityStore } from './activity_store.ts'

const listQuery = vine.create({ realmId: realmId(), limit: pageLimit(LIMITS.listMax) })
const oneQuery = vine.create({ realmId: realmId(), objectPath: callerPath() })

const activity = schema.named('Activity', {
  objectPath: schema.path,
  lastEventType: { type: 'string', pattern: '^[a-z_]+(\\.[a-z_]+)+$' },
  lastSequence: schema.integer,
  events: schema.integer,
})

export const ACTIVITY_GLOSSARY: Glossary = {
  'Activity.lastEventType': ['The newest event about the object.', 'deposit.completed'],
  'Activity.lastSequence': ['Where that event stands in the realm.', 3],
  'Activity.events': ['How many events were about it.', 2],
  'getObjectActivity.objectPath': ['The object.', '/users/u1/wallet'],
}

@singleton()
export class ActivityController {
  constructor(
    private realms: RealmDirectory,
    private store: ActivityStore
  ) {}

  async index(ctx: HttpContext) {
    const { realmId: id, limit = LIMITS.listDefault } = input(ctx, listQuery)
    await this.realms.resolve(principalOf(ctx), id)
    answer(ctx, { objects: await this.store.newest(id, limit) })
  }

  async show(ctx: HttpContext) {
    const { realmId: id, objectPath } = input(ctx, oneQuery)
    await this.realms.resolve(principalOf(ctx), id)
    const known = await this.store.of(id, objectPath)
    if (known === null) throw new ServiceError('ACTIVITY_UNKNOWN')
    answer(ctx, known)
  }
}

/** `GET /api/v1/activity?realmId=…`: which objects were active last; `/activity/object` for one. */
export function activityRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/activity', [ActivityController, 'index'])
    .operationId('listActivity')
    .access(access.action('svc:ReadActivity', on.root()))
    .summary('The objects of a realm that were active last')
    .query(listQuery)
    .answers(
      200,
      'The objects, the newest activity first',
      schema.envelope(schema.object({ objects: schema.list(activity) }))
    )
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
  router
    .get('/api/v1/activity/object', [ActivityController, 'show'])
    .operationId('getObjectActivity')
    .access(access.action('svc:ReadActivity', on.query('objectPath')))
    .summary('The activity of one object')
    .query(oneQuery)
    .answers(200, 'What is known of it', schema.envelope(activity))
    .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH', 'ACTIVITY_UNKNOWN')
}
