import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@adonisjs/core/helpers'
import { test } from '@japa/runner'
import {
  keyReader,
  operatorsOf,
  withoutKeys,
  type AccountConfig,
} from '#modules/custody/chain/account_settings'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { OperatorKey } from '#modules/custody/chain/operator_key'

const KEYS = ['7', '8'].map((digit) => digit.repeat(64))
const [FIRST, SECOND] = KEYS.map((key) => new LocalSigner(new OperatorKey(key)).address) as [
  string,
  string,
]
const FILES: Record<string, string> = { '/run/one': KEYS[0]!, '/run/two': KEYS[1]! }

function readText(file: string): string {
  const text = FILES[file]
  if (text === undefined) throw new Error('ENOENT')
  return text
}

const config = (change: Partial<AccountConfig> = {}): AccountConfig => ({
  production: false,
  operatorKey: undefined,
  operatorKeyFile: undefined,
  operatorSigners: '',
  ...change,
})

test.group('custody | accounts of the settings', () => {
  test('each account says where its key is: {$self}')
    .with<{ change: Partial<AccountConfig>; kinds: (string | undefined)[] }[]>([
      { change: { operatorKey: new Secret(KEYS[0]!) }, kinds: ['key'] },
      { change: { operatorKeyFile: '/run/one' }, kinds: ['key'] },
      { change: { operatorSigners: FIRST }, kinds: [undefined] },
      {
        change: { operatorSigners: `${FIRST}=file:/run/one, ${SECOND}=file:/run/two` },
        kinds: ['key', 'key'],
      },
      { change: { operatorSigners: FIRST, operatorKeyFile: '/run/one' }, kinds: ['key'] },
      {
        change: {
          operatorSigners: `${FIRST}=web3signer:https://signer.example:9000/,${SECOND}=kms:arn:aws:kms:eu:1:key/k`,
        },
        kinds: ['web3signer', 'kms'],
      },
      {
        change: { operatorSigners: `${FIRST}=file:/nobody/may/read`, signs: false },
        kinds: [undefined],
      },
    ])
    .run(({ assert }, { change, kinds }) => {
      const operators = operatorsOf(config(change), readText)
      assert.deepEqual(
        operators.map(({ source }) => source?.kind),
        kinds
      )
      assert.deepEqual(
        operators.map(({ address }) => address),
        [FIRST, SECOND].slice(0, kinds.length)
      )
    })

  test('what is wrong names its setting and never the key: {$self}')
    .with<{ change: Partial<AccountConfig>; why: RegExp }[]>([
      { change: {}, why: /OPERATOR_KEY_FILE, or OPERATOR_SIGNERS/ },
      { change: { operatorSigners: '0x12' }, why: /OPERATOR_SIGNERS must be 0x/ },
      { change: { operatorSigners: `${FIRST},${FIRST}` }, why: /twice/ },
      { change: { operatorSigners: `${FIRST}=vault:x` }, why: /file:\/path, web3signer/ },
      { change: { operatorSigners: `${FIRST}=file:relative` }, why: /file:\/path/ },
      { change: { operatorSigners: `${FIRST}=web3signer:ftp://x` }, why: /https/ },
      { change: { operatorSigners: `${FIRST}=file:/missing` }, why: /cannot be read: \/missing/ },
      { change: { operatorSigners: `${FIRST}=file:/run/two` }, why: /has the key of 0x/ },
      {
        change: { operatorSigners: SECOND, operatorKey: new Secret(KEYS[0]!) },
        why: /OPERATOR_KEY is the key of 0x.* begins with/,
      },
    ])
    .run(({ assert }, { change, why }) => {
      try {
        operatorsOf(config(change), readText)
        assert.fail('nothing is wrong')
      } catch (error) {
        assert.match(String(error), why)
        for (const key of KEYS) assert.notInclude(String(error), key)
      }
    })

  test('a process that signs nothing keeps the account and forgets the key', ({ assert }) => {
    const keyless = withoutKeys(config({ operatorKey: new Secret(KEYS[0]!) }), readText)
    assert.containSubset(keyless, { operatorSigners: FIRST, hadKey: true, signs: false })
    assert.isUndefined(keyless.operatorKey)
    assert.deepEqual(operatorsOf(keyless, readText), [{ address: FIRST as never, source: null }])
    const named = withoutKeys(
      config({ operatorSigners: FIRST, operatorKeyFile: '/nobody/may/read' }),
      readText
    )
    assert.deepEqual(operatorsOf(named, readText), [{ address: FIRST as never, source: null }])
  })

  test('in production the file of a key is for its owner alone', async ({ assert, cleanup }) => {
    const directory = await mkdtemp(join(tmpdir(), 'key-'))
    cleanup(() => rm(directory, { recursive: true }))
    const file = join(directory, 'key')
    await writeFile(file, KEYS[0]!)
    const isRead = async (mode: number, production: boolean, me?: number) => {
      await chmod(file, mode)
      const settings = config({ operatorKeyFile: file })
      try {
        return operatorsOf(settings, keyReader(production, me)).length === 1
      } catch (error) {
        assert.match(String(error), /OPERATOR_KEY_FILE names a file that others may read/)
        return false
      }
    }
    const owner = process.getuid!()
    const readAs: [number, boolean, number, boolean][] = [
      [0o400, true, owner, true],
      [0o600, true, owner, true],
      [0o440, true, owner, false],
      [0o404, true, owner, false],
      [0o644, false, owner, true],
    ]
    for (const [mode, production, me, expected] of readAs) {
      const told = `${mode.toString(8)} in ${production ? 'production' : 'development'}`
      assert.equal(await isRead(mode, production, me), expected, told)
    }
    // Root hands a secret to the group of a service: only where root owns the file.
    assert.equal(await isRead(0o440, true, owner + 1), owner === 0)
    assert.equal(await isRead(0o444, true, owner + 1), false)
  })
})
