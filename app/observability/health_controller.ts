import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { isOneOfSeveral } from '#app/processes/siblings'
import { Probes } from '#app/observability/probes'

@singleton()
export default class HealthController {
  constructor(private probes: Probes) {}

  live({ response }: HttpContext) {
    response.send({ status: 'ok' })
  }

  async ready({ request, response }: HttpContext) {
    const { status, body } = await this.probes.ready(request.header('authorization'))
    response.status(status).send(body)
  }

  async metrics({ request, response }: HttpContext) {
    const found = await this.probes.metrics(request.header('authorization'))
    if (found === null) throw new ServiceError('NOT_FOUND')
    if (isOneOfSeveral()) {
      throw new ServiceError('NOT_FOUND', {
        message: 'Several processes answer here, and each counts for itself.',
        next: 'Ask each of them: the first at PROBE_PORT, the others at the ports after it.',
      })
    }
    response.header('content-type', found.contentType).send(found.text)
  }
}
