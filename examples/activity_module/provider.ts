import { fileURLToPath } from 'node:url'
import { ModuleHost, type ApplicationService } from 'ledger-custody-service/module'
import { ActivityStore } from './activity_store.ts'
import { activityForget } from './forget_activity.ts'
import { NoteActivity } from './note_activity.ts'
import { ACTIVITY_GLOSSARY, activityRoutes } from './routes.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A module with one of everything, in a package of its own. */
export default class ActivityProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const { container } = this.app
    const store = await container.make(ActivityStore)
    const host = await container.make(ModuleHost)
    host.add({
      name: 'activity',
      title: 'Activity',
      description: 'Which objects of a realm were active last.',
      migrations: here('migrations'),
      routes: activityRoutes,
      glossary: ACTIVITY_GLOSSARY,
      actions: [
        {
          name: 'svc:ReadActivity',
          description: 'See which objects were active last.',
          resource: 'the root of the realm',
          aliases: ['svc:Read'],
        },
      ],
      errors: {
        ACTIVITY_UNKNOWN: {
          status: 404,
          retryable: false,
          message: 'Nothing is known of this object.',
          why: 'No event was about it, or its events have not been told to the module yet.',
          fix: 'Check the path; ask again later when the module is new.',
        },
      },
      jobs: [activityForget],
      listeners: [await container.make(NoteActivity)],
      sharedMetrics: [
        {
          name: 'activity',
          gauges: {
            activity_objects: { help: 'Objects whose activity is known; 10,000 at most.' },
          },
          read: async () => [{ name: 'activity_objects', value: await store.remembered() }],
        },
      ],
      consolePages: {
        folder: here('console'),
        pages: [
          {
            address: '/console/realms/:realmId/activity',
            title: 'Activity',
            script: 'activity.js',
          },
        ],
      },
    })
  }
}
