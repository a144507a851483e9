import { test } from '@japa/runner'
import {
  ConnectionError,
  LedgerClient,
  type Frame,
  type SessionTokens,
} from '#clients/typescript/src/index'
import { openRealm, signedIn } from '#tests/functional/clients/support/ledger_client'
import { LosingProxy } from '#tests/functional/clients/support/losing_proxy'
import { BASE_URL, pluck, until } from '#tests/support/client'

const ONE_RETRY = { retries: 1, firstDelayMs: 1 }
const PAST = '2020-01-01T00:00:00Z'
const FUTURE = '2100-01-01T00:00:00Z'
const move = (amount: string) => ({
  sourceObjectPath: '/users/ada',
  targetObjectPath: '/users/bob',
  amount,
})

/** A WebSocket that swallows the first frame of a type, which nobody else has lost. */
function swallowing(type: string) {
  let isSwallowed = false
  return class extends WebSocket {
    override addEventListener(name: string, listener: unknown) {
      const heard = listener as (event: { data: unknown }) => void
      const careless = (event: { data: unknown }) => {
        if (!isSwallowed && String(event.data).includes(`"type":"${type}"`)) isSwallowed = true
        else heard(event)
      }
      super.addEventListener(name as 'message', (name === 'message' ? careless : heard) as never)
    }
  }
}

test.group('clients | the TypeScript client when something goes wrong', (group) => {
  let client: LedgerClient
  let realmId: string

  group.setup(async () => {
    client = await signedIn()
    realmId = (await openRealm(client, { '/users/ada': '100.00', '/users/bob': '0' })).id
  })

  /** The same caller, by way of a proxy. */
  const through = (proxy: LosingProxy, more = {}) =>
    new LedgerClient({
      baseUrl: proxy.url,
      credential: client.session!.token,
      retry: ONE_RETRY,
      ...more,
    }).inRealm(realmId)

  test('answers that stay away end with the key, which moves nothing twice', async ({ assert }) => {
    const proxy = await LosingProxy.open(({ path }) => path === '/api/v1/transfer')
    const call = through(proxy).transfers.create(move('1.00'))
    const error = await call.catch((thrown: unknown) => thrown)
    proxy.close()
    assert.instanceOf(error, ConnectionError)
    const { idempotencyKey } = error as ConnectionError
    assert.deepEqual(proxy.keys.get('POST /api/v1/transfer'), [idempotencyKey, idempotencyKey])
    const again = client.transfers.create({ realmId, ...move('1.00') }, { idempotencyKey })
    assert.isTrue((await again.answer()).replayed)
  })

  test('{0} in place of an answer is a lost one, and moves nothing twice')
    .with([
      ['half of it', 'half'],
      ['a page', 'page'],
    ] as const)
    .run(async ({ assert }, [, leaves]) => {
      const isFirst = (_request: unknown, times: number) => times === 1
      const proxy = await LosingProxy.open(isFirst, leaves)
      const { replayed } = await through(proxy).transfers.create(move('1.00')).answer()
      proxy.close()
      assert.isTrue(replayed)
      const [lost, again] = proxy.keys.get('POST /api/v1/transfer')!
      assert.equal(again, lost)
    })

  test('what takes no key is not sent again when its answer is lost', async ({ assert }) => {
    const proxy = await LosingProxy.open(() => true)
    const session = { token: 'x', refreshToken: 'svc_rt_x', expiresAt: PAST }
    const broken = new LedgerClient({ baseUrl: proxy.url, session, retry: ONE_RETRY })
    const error = await broken.auth.me().catch((thrown: unknown) => thrown)
    proxy.close()
    assert.instanceOf(error, ConnectionError)
    assert.lengthOf(proxy.keys.get('POST /api/v1/auth/refresh')!, 1)
  })

  test('many calls share one refresh of a session whose token {0}')
    .with([
      ['has expired', (tokens: SessionTokens) => ({ ...tokens, expiresAt: PAST })],
      ['is refused', (tokens: SessionTokens) => ({ ...tokens, token: 'x', expiresAt: FUTURE })],
    ] as const)
    .run(async ({ assert }, [, worn]) => {
      const proxy = await LosingProxy.open(() => false)
      const kept: SessionTokens[] = []
      const session = worn((await signedIn()).session!)
      const onSession = (tokens: SessionTokens) => void kept.push(tokens)
      const tired = new LedgerClient({ baseUrl: proxy.url, session, onSession })
      const builders = await Promise.all(Array.from({ length: 8 }, () => tired.auth.me()))
      proxy.close()
      assert.lengthOf(new Set(pluck(builders, 'id')), 1)
      assert.lengthOf(proxy.keys.get('POST /api/v1/auth/refresh')!, 1)
      assert.deepEqual(kept, [tired.session!])
    })

  test('a minted token that permits too little is replaced once', async ({ assert }) => {
    const paths = ['/users/ada', '/users/bob', '/never']
    const minted: string[] = []
    const mint = async () => {
      const path = paths[minted.length]!
      minted.push(path)
      const statement = { effect: 'Allow' as const, actions: ['svc:Read'], resources: [path] }
      const scope = { statements: [statement] }
      return (await client.tokens.mint({ realmId, sub: 'bob', scope })).token
    }
    const user = new LedgerClient({ baseUrl: BASE_URL, credential: mint }).inRealm(realmId)
    const { object } = await user.objects.getByPath({ path: '/users/bob' })
    assert.equal(object.path, '/users/bob')
    assert.deepEqual(minted, ['/users/ada', '/users/bob'])
  })

  test('a broken stream shows all anew, and goes on', async ({ assert, cleanup }) => {
    const proxy = await LosingProxy.open(() => false)
    const realm = through(proxy)
    const stream = realm.stream()
    cleanup(() => {
      stream.close()
      proxy.close()
    })
    const frames: Frame[] = []
    stream.on('*', (frame) => void frames.push(frame))
    const { first } = await stream.watch('/users/bob')
    await stream.events(['deposit.completed'])
    proxy.breakStreams()
    await realm.transfers.create(move('2.00'))
    await until('the stream to be back', () => frames.some(({ type }) => type === 'stream.resync'))
    const shown = frames.filter((frame) => frame.type === 'watch_snapshot')
    assert.lengthOf(shown, 2)
    const settled = shown.map(({ balances }) => Number(balances[0]!.settled))
    assert.closeTo(settled[1]! - settled[0]!, 1.95, 0.001)
    assert.equal(shown[1]!.requestId, first.requestId)
    await realm.deposits.create({ objectPath: '/users/bob', amount: '1.00' })
    await until('an event', () => frames.some(({ type }) => type === 'deposit.completed'))
  })

  test('a missing frame is noticed by number, all shown anew', async ({ assert, cleanup }) => {
    const realm = new LedgerClient({
      baseUrl: BASE_URL,
      credential: client.session!.token,
      WebSocket: swallowing('balance.updated'),
    }).inRealm(realmId)
    const stream = realm.stream()
    cleanup(() => stream.close())
    await stream.watch('/users/bob')
    const reasons: string[] = []
    stream.on('stream.resync', ({ reason }) => void reasons.push(reason))
    // Two movements may be told together, and nothing would come after the frame that is swallowed.
    await until('the gap to be told', async () => {
      await realm.transfers.create(move('0.10'))
      return reasons.length > 0
    })
    assert.deepEqual(reasons, ['gap'])
  })

  test('a stream whose token has ended takes another, and shows no error', async ({
    assert,
    cleanup,
  }) => {
    let minted = 0
    const mint = async () => {
      const actions = ['svc:Read', 'svc:Subscribe']
      const statement = { effect: 'Allow' as const, actions, resources: ['/*'] }
      const scope = { statements: [statement] }
      return (await client.tokens.mint({ realmId, sub: `viewer ${++minted}`, scope })).token
    }
    const stream = new LedgerClient({ baseUrl: BASE_URL, credential: mint }).stream({ realmId })
    cleanup(() => stream.close())
    const told: string[] = []
    stream.on('*', ({ type }) => void told.push(type))
    await stream.watch('/users/bob')
    const { tokens } = await client.tokens.list({ realmId })
    await client.tokens.revoke(tokens.find(({ sub }) => sub === 'viewer 1')!.id)
    await until('the stream to be back', () => told.includes('stream.resync'))
    assert.equal(minted, 2)
    assert.notInclude(told, 'error')
  })

  test('a stream that is refused says why', async ({ assert }) => {
    const stranger = new LedgerClient({ baseUrl: BASE_URL, credential: 'svc_none_none' })
    const refused = stranger.stream({ realmId }).watch('/')
    const error = await refused.then(() => null).catch((thrown: unknown) => thrown)
    assert.containSubset(error, { name: 'ServiceError', code: 'UNAUTHORIZED', status: null })
  })
})
