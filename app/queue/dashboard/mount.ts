import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import app from '@adonisjs/core/services/app'
import type { HttpRouterService } from '@adonisjs/core/types'
import { BullBoardAdapter } from '#app/queue/dashboard/bull_board_adapter'
import { QueueHost } from '#app/queue/queue_host'

/**
 * The queue dashboard at `/queues`, for operators. It is read-only: jobs come from database rows,
 * and the outbox poller would undo removing or adding one by hand.
 */
export async function mountQueueDashboard(router: HttpRouterService) {
  const queues = await app.container.make(QueueHost)
  const serverAdapter = new BullBoardAdapter('/queues')
  createBullBoard({
    queues: queues
      .names()
      .map((name) => new BullMQAdapter(queues.queue(name), { readOnlyMode: true })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Queues', hideRedisDetails: true } },
  })
  serverAdapter.mount(router)
}
