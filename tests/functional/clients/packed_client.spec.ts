import { gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { FreshProject } from '#tests/functional/clients/support/fresh_project'
import { LosingProxy } from '#tests/functional/clients/support/losing_proxy'

const MOST_BYTES = 30_000
const TRANSFER = 'POST /api/v1/transfer'

let project: FreshProject

test.group('clients | the packed client in a fresh project', (group) => {
  group.setup(async () => {
    project = await FreshProject.make()
    return () => project.remove()
  })

  test('brings nothing else, and at most 30 kB of scripts, compressed', async ({ assert }) => {
    assert.deepEqual(await project.installed(), ['ledger-custody-client'])
    const scripts = gzipSync(await project.scripts(), { level: 9 })
    assert.isBelow(scripts.length, MOST_BYTES)
  })

  test('type checks for import and for require, and can be required', async ({ assert }) => {
    const { code, out, errors } = await project.typecheck()
    assert.equal(code, 0, out + errors)
    const script = "console.log(typeof require('ledger-custody-client').LedgerClient)"
    const required = await project.node(['--input-type=commonjs', '-e', script])
    assert.equal(required.out, 'function\n', required.errors)
  })

  test('signs in, moves money once, streams, verifies a webhook', async ({ assert }) => {
    const isFirst = ({ path }: { path: string }, times: number) =>
      path === '/api/v1/transfer' && times === 1
    const proxy = await LosingProxy.open(isFirst)
    const { code, out, errors } = await project.node(['main.mts'], { BASE_URL: proxy.url })
    proxy.close()
    assert.equal(code, 0, out + errors)
    assert.deepEqual(JSON.parse(out), {
      state: 'completed',
      before: '0.00',
      pushed: '24.95',
      replayed: true,
      outcome: {
        status: 'completed',
        amount: '25.00',
        denomination: 'USD',
        sourceNewBalance: '75.00',
        targetNewBalance: '24.95',
        fee: { amount: '0.05', denomination: 'USD' },
      },
      refusal: '75.00',
      transfers: ['/op/rent'],
      statement: ['75.00', 'at'],
      webhook: 'webhook.test',
      tampered: 'wrong_signature',
      signed: [true, 'running'],
    })
    const [lost, again] = proxy.keys.get(TRANSFER)!
    assert.isString(lost)
    assert.equal(again, lost, 'the retry has the key of the request whose answer was lost')
  })
})
