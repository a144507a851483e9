import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, eventually } from '#tests/support/client'
import { freePort } from '../../../bin/launcher/base/ports.js'

const SERVED = ['settlement', 'confirmation']

interface Ready {
  checks: { name: string; ok: boolean; detail: string }[]
}

test.group('host | a worker of some queues', () => {
  test('works at these alone, and readiness names the others', async ({ assert, cleanup }) => {
    const port = await freePort()
    const worker = ChildService.command(['queue:work', `--queues=${SERVED.join()}`], {
      QUEUE_PREFIX: `{some-${randomUUID()}}`,
      WORKER_PORT: String(port),
    })
    cleanup(() => worker.stop())
    const probe = Client.anonymous(`http://127.0.0.1:${port}`)
    const named = await eventually('the worker to tell what it works at', async () => {
      const { body } = await probe.get('/health/ready').catch(() => ({ body: null }))
      const { ok, detail = '' } = (body as Ready | null)?.checks.find(isWorkers) ?? {}
      const [, list] = /^no worker works at (.*)$/.exec(detail) ?? []
      return ok === false && list !== undefined ? list.split(', ') : null
    })
    assert.includeMembers(named, ['event-dispatch', 'custody-pool'])
    for (const queue of SERVED) assert.notInclude(named, queue)
    await eventually('its figures', async () => {
      const figures = String((await probe.get('/metrics')).body)
      const counted = (queue: string, count: number) =>
        figures.includes(`queue_workers{queue="${queue}"} ${count}\n`)
      return (SERVED.every((queue) => counted(queue, 1)) && counted('event-dispatch', 0)) || null
    })
  })

  test('a queue that does not exist is refused with the one that was meant', async ({ assert }) => {
    for (const command of [
      ['queue:work', '--queues=settlement,confirmaton'],
      ['queue:owed', '--queue=confirmaton'],
    ]) {
      const part = ChildService.command(command)
      assert.containSubset(await part.ended, { code: 1 })
      assert.include(
        part.output,
        'No loaded module works a queue "confirmaton". Did you mean confirmation?'
      )
    }
  })
})

const isWorkers = ({ name }: { name: string }) => name === 'workers'
