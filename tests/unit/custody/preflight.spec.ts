import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import chains from '#config/chains'
import { withoutKeys } from '#modules/custody/chain/account_settings'
import { openFindings } from '#modules/custody/core/open_findings'
import {
  blockTimeWeaknesses,
  custodyWeaknesses,
  liveRealmWeaknesses,
} from '#modules/custody/preflight'
import type { CustodyConfig } from '#modules/custody/settings'

/** The first account of the mnemonic that anvil prints. */
const PUBLIC_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const SOUND: CustodyConfig = {
  production: true,
  rpcUrl: 'https://node.example.com,https://other.example.com',
  chainId: 8453,
  confirmations: undefined,
  chains,
  liveToken: '',
  operatorKey: new Secret(`0x${'5a'.repeat(32)}`),
  operatorKeyFile: undefined,
  settlerSigners: `0x${'2f'.repeat(20)}=kms:alias/settler`,
  guardianSigners: `0x${'1f'.repeat(20)}=kms:alias/guardian`,
  adminAddress: `0x${'af'.repeat(20)}`,
  appUrl: 'https://ledger.example.com',
  orderSecret: new Secret('what all processes share'),
}

const ACCOUNT = '0x00000000000000000000000000000000000000AA'
const NAMED = { operatorKey: undefined, operatorSigners: `${ACCOUNT}=kms:alias/operator` }
/** As a server is configured; a worker says where the key is as well. */
const KEYLESS = { operatorKey: undefined, operatorSigners: ACCOUNT }

test.group('custody | preflight', () => {
  test('what is wrong with the chain is told at once: {$self}')
    .with<{ change: Partial<CustodyConfig>; settings: string[] }[]>([
      { change: {}, settings: [] },
      { change: { rpcUrl: '' }, settings: [] },
      {
        change: { rpcUrl: 'http://127.0.0.1:8545' },
        settings: ['CHAIN_RPC_URL', 'live realms'],
      },
      { change: { confirmations: 2 }, settings: ['live realms'] },
      { change: { chainId: 5_000_000 }, settings: ['live realms'] },
      { change: { liveToken: '0xabc' }, settings: ['LIVE_TOKEN_ADDRESS'] },
      { change: { chainId: 84532, rpcUrl: 'https://node.example.com' }, settings: [] },
      { change: { rpcUrl: 'https://a.example,http://b.example' }, settings: ['CHAIN_RPC_URL'] },
      { change: { chainId: 31337 }, settings: ['CHAIN_ID'] },
      { change: { operatorKey: new Secret(PUBLIC_KEY) }, settings: ['OPERATOR_KEY'] },
      { change: { operatorKey: undefined }, settings: ['CHAIN_RPC_URL'] },
      {
        change: { chainId: undefined, confirmations: 0, operatorKey: new Secret('abc') },
        settings: ['CHAIN_ID', 'CONFIRMATIONS', 'OPERATOR_KEY'],
      },
      { change: { rpcUrl: 'http://' }, settings: ['CHAIN_RPC_URL'] },
      { change: withoutKeys(SOUND), settings: ['OPERATOR_KEY'] },
      { change: { ...KEYLESS, signs: false }, settings: [] },
      { change: KEYLESS, settings: ['OPERATOR_SIGNERS'] },
      {
        change: NAMED,
        settings: [],
      },
      { change: { operatorSigners: ACCOUNT }, settings: ['OPERATOR_KEY'] },
      { change: { adminAddress: '' }, settings: ['live realms'] },
      { change: { guardianSigners: '' }, settings: ['live realms'] },
      { change: { settlerSigners: '' }, settings: ['live realms'] },
      { change: { guardianSigners: ACCOUNT }, settings: ['OPERATOR_SIGNERS'] },
      {
        change: { ...NAMED, adminAddress: ACCOUNT },
        settings: ['live realms', 'ADMIN_ADDRESS'],
      },
      {
        change: { ...NAMED, guardianSigners: `${ACCOUNT}=kms:alias/operator` },
        settings: ['live realms', 'ADMIN_ADDRESS'],
      },
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

  test('a live realm is refused while findings are open, all in one line', ({ assert }) => {
    const [found] = liveRealmWeaknesses('r-1', 'C9 (one thing), H9 (another)')
    assert.containSubset(found, { setting: 'live realms', grade: 'refused' })
    assert.include(found!.wrong, 'r-1')
    assert.include(found!.wrong, 'C9 (one thing), H9 (another)')
    assert.deepEqual(liveRealmWeaknesses(null, 'C9 (one thing)'), [])
    assert.deepEqual(liveRealmWeaknesses('r-1', null), [])
  })

  test('what is open is on one line, and nothing when nothing is', ({ assert }) => {
    assert.equal(openFindings({ C9: 'one thing', H9: 'another' }), 'C9 (one thing), H9 (another)')
    assert.isNull(openFindings({}))
  })

  test('blocks from the future say our clock is late, old ones the node is', ({ assert }) => {
    const grade = (aheadMs: number) => blockTimeWeaknesses(aheadMs)[0]?.grade
    assert.deepEqual([0, -60_000, 10_000].map(grade), [undefined, undefined, undefined])
    assert.equal(grade(20_000), 'refused')
    assert.equal(grade(-3_600_000), 'warned')
  })
})
