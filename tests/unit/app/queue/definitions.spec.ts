import { test } from '@japa/runner'
import { defineJob, type JobAbout } from '#app/queue/job'
import { QueueHost } from '#app/queue/queue_host'

const ABOUT = { carries: 'Letters.', takes: 'A second.', failing: 'Look at the post office.' }

function host() {
  const nobody = undefined as never
  return new QueueHost(
    {
      prefix: '{t}',
      redis: { places: { kind: 'single', addresses: [{ host: '127.0.0.1', port: 1 }] } },
    },
    nobody,
    nobody
  )
}

const job = (about: object | undefined) =>
  defineJob({ name: 'post', about: about as JobAbout, handle: () => Promise.resolve('done') })

test.group('queue | definitions', () => {
  test('a job that tells operators nothing is refused, and its module named: {name}')
    .with([
      { name: 'nothing at all', about: undefined },
      { name: 'a sentence is missing', about: { ...ABOUT, failing: undefined } },
      { name: 'a sentence is empty', about: { ...ABOUT, takes: '' } },
    ])
    .run(({ assert }, { about }) => {
      const define = () => host().define(job(about), 'letters')
      assert.throws(define, /The job "post" of the module letters has to tell operators .*about/)
    })

  test('two modules cannot define one job', ({ assert }) => {
    const queues = host()
    queues.define(job(ABOUT), 'letters')
    assert.throws(() => queues.define(job(ABOUT), 'parcels'), /Two modules define the job "post"/)
  })
})
