import { inspect } from 'node:util'
import { test } from '@japa/runner'
import chains from '#config/chains'
import { addressProblem } from '#app/addresses/eip55'
import { Secret } from '@adonisjs/core/helpers'
import { mnemonicToAccount } from 'viem/accounts'
import { OperatorKey } from '#modules/custody/chain/operator_key'
import {
  custodySettings,
  liveRealmsRefused,
  refusePublicOperator,
  type CustodyConfig,
  type CustodySettings,
} from '#modules/custody/settings'

const KEY = '7'.repeat(64)
const ADMIN = `0x${'af'.repeat(20)}`
const GUARDIAN = `0x${'1f'.repeat(20)}`
const SETTLER = `0x${'2f'.repeat(20)}`
const config = (change: Partial<CustodyConfig> = {}): CustodyConfig => ({
  production: false,
  rpcUrl: 'http://127.0.0.1:8545',
  chainId: 31337,
  confirmations: undefined,
  chains,
  liveToken: '',
  operatorKey: new Secret(KEY),
  operatorKeyFile: undefined,
  appUrl: 'http://127.0.0.1:3333',
  orderSecret: new Secret('what all processes share'),
  ...change,
})

function ownKey({ operators }: CustodySettings): OperatorKey {
  const source = operators[0]!.source
  if (source?.kind !== 'key') throw new Error('no key')
  return source.key
}

test.group('custody | settings', () => {
  test('no URL means no custody, not an error', ({ assert }) => {
    assert.isNull(custodySettings(config({ rpcUrl: ' , ' })))
  })

  test('several URLs are several nodes', ({ assert }) => {
    const settings = custodySettings(config({ rpcUrl: 'https://a.example, http://b.example' }))
    assert.deepEqual(settings!.rpcUrls, ['https://a.example', 'http://b.example'])
  })

  test('confirmations default to 1 on a development chain and 12 elsewhere', ({ assert }) => {
    assert.equal(custodySettings(config())!.confirmations, 1)
    assert.equal(custodySettings(config({ chainId: 1 }))!.confirmations, 12)
    assert.equal(custodySettings(config({ chainId: 1, confirmations: 3 }))!.confirmations, 3)
  })

  test('a wrong value names its variable', ({ assert }) => {
    const wrong: [Partial<CustodyConfig>, RegExp][] = [
      [{ rpcUrl: 'ws://127.0.0.1' }, /CHAIN_RPC_URL/],
      [{ rpcUrl: 'nonsense' }, /CHAIN_RPC_URL/],
      [{ chainId: undefined }, /CHAIN_ID/],
      [{ chainId: 0 }, /CHAIN_ID/],
      [{ confirmations: 0 }, /CONFIRMATIONS/],
      [{ operatorKey: undefined }, /OPERATOR_KEY or OPERATOR_KEY_FILE/],
      [{ operatorKey: new Secret('abc') }, /OPERATOR_KEY must be 32 bytes/],
    ]
    for (const [change, message] of wrong) {
      assert.throws(() => custodySettings(config(change)), message)
    }
  })

  test('the key may come from a file', ({ assert }) => {
    const fromFile = config({ operatorKey: undefined, operatorKeyFile: '/run/key' })
    const settings = custodySettings(fromFile, (file) => (file === '/run/key' ? `0x${KEY}\n` : ''))
    assert.equal(ownKey(settings!).reveal(), `0x${KEY}`)
  })

  test('a key never prints itself', ({ assert }) => {
    const settings = custodySettings(config())!
    const key = ownKey(settings)
    for (const text of [String(key), JSON.stringify({ key }), inspect(settings), `${key}`]) {
      assert.notInclude(text, KEY)
    }
    try {
      new OperatorKey(`${KEY}zz`)
      assert.fail('a key of 33 bytes was taken')
    } catch (error) {
      assert.notInclude(String(error), KEY)
    }
  })

  test('keys everybody knows are refused in production and on real chains', ({ assert }) => {
    const mnemonic = `${'test '.repeat(11)}junk`
    const dev = custodySettings(config())!
    const live = custodySettings(config({ chainId: 1 }))!
    const production = custodySettings(config({ production: true }))!
    for (let addressIndex = 0; addressIndex < 10; addressIndex++) {
      const { address } = mnemonicToAccount(mnemonic, { addressIndex })
      assert.doesNotThrow(() => refusePublicOperator(dev, address))
      assert.throws(() => refusePublicOperator(live, address), /publicly known/)
      assert.throws(() => refusePublicOperator(production, address), /publicly known/)
    }
    assert.doesNotThrow(() => refusePublicOperator(live, `0x${'12'.repeat(20)}`))
  })

  test('a development chain holds no real value in production', ({ assert }) => {
    assert.match(
      liveRealmsRefused(custodySettings(config({ production: true }))!)!,
      /CHAIN_ID 31337/
    )
    assert.isNull(liveRealmsRefused(custodySettings(config())!))
  })

  test('a live realm wants a chain of value, its token, its nodes and its finality: {$self}')
    .with<{ change: Partial<CustodyConfig>; why: RegExp | null }[]>([
      { change: {}, why: null },
      { change: { chainId: 84532 }, why: /holds no real money/ },
      { change: { chainId: 5_000_000 }, why: /LIVE_TOKEN_ADDRESS/ },
      { change: { chainId: 5_000_000, liveToken: `0x${'12'.repeat(20)}` }, why: null },
      { change: { rpcUrl: 'https://a.example' }, why: /2 nodes/ },
      { change: { rpcUrl: 'https://a.example,https://a.example' }, why: /2 nodes/ },
      { change: { confirmations: 11 }, why: /CONFIRMATIONS is 11/ },
      { change: { confirmations: 13 }, why: null },
      { change: { adminAddress: '' }, why: /ADMIN_ADDRESS/ },
      { change: { guardianSigners: '' }, why: /GUARDIAN_SIGNERS/ },
      { change: { guardianSigners: ADMIN }, why: /workers sign for/ },
      { change: { settlerSigners: '' }, why: /settles and withdraws/ },
      { change: { settlerSigners: GUARDIAN }, why: /guardian and operator or settler/ },
    ])
    .run(({ assert }, { change, why }) => {
      const rpcUrl = 'https://a.example,https://b.example'
      const roles = { adminAddress: ADMIN, guardianSigners: GUARDIAN, settlerSigners: SETTLER }
      const production = { production: true, chainId: 1, rpcUrl, ...roles }
      const settings = custodySettings(config({ ...production, ...change }))!
      const told = liveRealmsRefused(settings, null)
      if (why === null) assert.isNull(told)
      else assert.match(told!, why)
      assert.isNotNull(liveRealmsRefused(settings, 'C9 (something)'))
    })

  test('listed tokens have sound addresses; an unlisted chain counts as value', ({ assert }) => {
    for (const { liveToken, name } of Object.values(chains)) {
      assert.isNull(addressProblem(liveToken!), name)
    }
    const worth = (chainId: number) => custodySettings(config({ chainId }))!.terms.worth
    assert.deepEqual([1, 5_000_000, 84532, 31337].map(worth), ['value', 'value', 'test', 'local'])
  })
})
