import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import type { HttpRouterService } from '@adonisjs/core/types'
import { OWED_PAGE } from '#app/queue/dashboard/owed_requests'
import { mountOwedPage } from '#app/queue/dashboard/owed_routes'
import { BullBoardAdapter } from '#app/queue/dashboard/bull_board_adapter'
import type { QueuedData } from '#app/queue/job_runner'
import { QueueHost } from '#app/queue/queue_host'

/** The dashboard groups queues by what stands before it in their names. */
const GROUP_DELIMITER = '.'

/**
 * The queue dashboard at `/queues`, for operators, grouped by module. It is read-only: jobs come
 * from database rows, and the outbox poller would undo removing or adding one by hand. Those rows
 * are on the page of owed jobs beside it.
 */
export async function mountQueueDashboard(router: HttpRouterService) {
  mountOwedPage(router)
  const queues = await app.container.make(QueueHost)
  const unqueued = (await app.container.make(ModuleHost)).contributions('unqueuedWork')
  const serverAdapter = new BullBoardAdapter('/queues')
  createBullBoard({
    queues: queues.described().map(
      ({ name, module, about }) =>
        new BullMQAdapter(queues.queue(name), {
          readOnlyMode: true,
          prefix: `${module}${GROUP_DELIMITER}`,
          delimiter: GROUP_DELIMITER,
          displayName: name,
          externalJobUrl: ({ data }) => owedLink(data as QueuedData, name),
          description: `${about.carries} ${about.takes} When it fails: ${about.failing}`,
        })
    ),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Queues',
        hideRedisDetails: true,
        overview: { groupByDelimiter: true },
        miscLinks: [
          { text: 'Owed jobs: retry, discard, pause', url: OWED_PAGE },
          ...unqueued.map(({ name }) => ({ text: name, url: `${OWED_PAGE}#${name}` })),
        ],
      },
    },
  })
  serverAdapter.mount(router)
}

/** Leads from a job on the dashboard to what is owed; what is periodic is owed by no row. */
function owedLink({ outboxId }: QueuedData, queue: string) {
  const query = outboxId === null ? `queue=${queue}` : `job=${outboxId}`
  return { displayText: 'What is owed', href: `${OWED_PAGE}?${query}` }
}
