import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import { blockTimeWeaknesses, custodyWeaknesses } from '#modules/custody/preflight'
import type { CustodyConfig } from '#modules/custody/settings'

/** The first account of the mnemonic that anvil prints. */
const PUBLIC_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const SOUND: CustodyConfig = {
  production: true,
  rpcUrl: 'https://node.example.com,https://other.example.com',
  chainId: 8453,
  confirmations: undefined,
  operatorKey: new Secret(`0x${'5a'.repeat(32)}`),
  operatorKeyFile: undefined,
  appUrl: 'https://ledger.example.com',
}

test.group('custody | preflight', () => {
  test('what is wrong with the chain is told at once: {$self}')
    .with<{ change: Partial<CustodyConfig>; settings: string[] }[]>([
      { change: {}, settings: [] },
      { change: { rpcUrl: '' }, settings: [] },
      { change: { rpcUrl: 'http://127.0.0.1:8545' }, settings: ['CHAIN_RPC_URL'] },
      { change: { rpcUrl: 'https://a.example,http://b.example' }, settings: ['CHAIN_RPC_URL'] },
      { change: { chainId: 31337 }, settings: ['CHAIN_ID'] },
      { change: { operatorKey: new Secret(PUBLIC_KEY) }, settings: ['OPERATOR_KEY'] },
      { change: { operatorKey: undefined }, settings: ['CHAIN_RPC_URL'] },
      {
        change: { chainId: undefined, confirmations: 0, operatorKey: new Secret('abc') },
        settings: ['CHAIN_ID', 'CONFIRMATIONS', 'OPERATOR_KEY'],
      },
      { change: { rpcUrl: 'http://' }, settings: ['CHAIN_RPC_URL'] },
      {
        change: {
          rpcUrl: 'http://127.0.0.1:8545',
          chainId: 31337,
          operatorKey: new Secret(PUBLIC_KEY),
        },
        settings: ['CHAIN_RPC_URL', 'CHAIN_ID', 'OPERATOR_KEY'],
      },
    ])
    .run(({ assert }, { change, settings }) => {
      const found = custodyWeaknesses({ ...SOUND, ...change })
      assert.deepEqual(
        found.map(({ setting }) => setting),
        settings
      )
    })

  test('blocks from the future say that our clock is late, old ones that the node is', ({
    assert,
  }) => {
    const grade = (aheadMs: number) => blockTimeWeaknesses(aheadMs)[0]?.grade
    assert.deepEqual([0, -60_000, 10_000].map(grade), [undefined, undefined, undefined])
    assert.equal(grade(20_000), 'refused')
    assert.equal(grade(-3_600_000), 'warned')
  })
})
