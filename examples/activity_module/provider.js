import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import vine from '@vinejs/vine'
import { Activity } from './activity.js'

/**
 * `GET /api/v1/activity?realmId=…`: which objects were active last.
 *
 * `#app/…` means the service only inside of it; a package asks the service for its parts.
 */
export default class ActivityProvider {
  constructor(app) {
    this.app = app
  }

  async boot() {
    const { Database } = await this.app.import('#app/storage/database')
    const host = await this.app.container.make('module.host')
    const activity = new Activity(await this.app.container.make(Database))
    host.add({
      name: 'activity',
      title: 'Activity',
      description: 'Which objects of a realm were active last.',
      migrations: this.#migrations(),
      listeners: [activity],
      sharedMetrics: [
        {
          name: 'activity',
          gauges: {
            activity_objects: { help: 'Objects whose activity is known; 10,000 at most.' },
          },
          read: async () => [{ name: 'activity_objects', value: await activity.remembered() }],
        },
      ],
      routes: await this.#routes(activity),
      glossary: {
        'Activity.lastEventType': ['The newest event about the object.', 'deposit.completed'],
        'Activity.lastSequence': ['Where that event stands in the realm.', 3],
      },
    })
  }

  /** Relative to the service, which keeps the place as part of each migration's name. */
  #migrations() {
    const folder = fileURLToPath(new URL('migrations', import.meta.url))
    return relative(fileURLToPath(this.app.appRoot), folder)
  }

  async #routes(activity) {
    const { access, on } = await this.app.import('#app/http/access')
    const { answer } = await this.app.import('#app/http/envelope')
    const { input } = await this.app.import('#app/http/input')
    const { pageLimit, realmId } = await this.app.import('#app/http/rules')
    const { schema } = await this.app.import('#app/http/schemas')
    const { LIMITS } = await this.app.import('#app/limits')
    const { principalOf } = await this.app.import('#app/http/middleware/declared_route_middleware')
    const { RealmDirectory } = await this.app.import('#modules/ledger/index')
    const realms = await this.app.container.make(RealmDirectory)
    const query = vine.create({ realmId: realmId(), limit: pageLimit(LIMITS.listMax) })
    const object = schema.named('Activity', {
      objectPath: schema.path,
      lastEventType: { type: 'string', pattern: '^[a-z_]+(\\.[a-z_]+)+$' },
      lastSequence: schema.integer,
    })

    return (router) => {
      router
        .get('/api/v1/activity', async (ctx) => {
          const { realmId: id, limit = LIMITS.listDefault } = input(ctx, query)
          await realms.resolve(principalOf(ctx), id)
          answer(ctx, { objects: await activity.newest(id, limit) })
        })
        .access(access.action('svc:ReadObject', on.root()))
        .summary('The objects of a realm that were active last')
        .query(query)
        .answers(
          200,
          'The objects, the newest activity first',
          schema.envelope(schema.object({ objects: schema.list(object) }))
        )
        .refuses('NOT_FOUND', 'REALM_SCOPE_MISMATCH')
    }
  }
}
