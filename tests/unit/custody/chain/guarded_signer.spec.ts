import { test } from '@japa/runner'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { GuardedSigner, policyOf, SigningRefused } from '#modules/custody/chain/signer'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import {
  ALLOWED_CALLS,
  selectorOf,
  type SigningIntent,
  type SigningRefusal,
} from '#modules/custody/core/signing_policy'
import type { Address, ContractName, UnsignedTransaction } from '#modules/custody/core/chain_types'
import { newKey } from '../support/contract_world.ts'

const CHAIN = 31337
const POOL: Address = '0x00000000000000000000000000000000000000AA'
const gateway = new ChainGateway(new HttpProvider({ urls: ['http://127.0.0.1:9'], chainId: CHAIN }))
const HALT = gateway.encode('RealmCustody', 'halt')
const OURS: Address = '0x00000000000000000000000000000000000000bb'
const GUARDIAN: Address = '0x00000000000000000000000000000000000000CC'
const role = (account: Address, enabled: boolean, fn = 'setOperator') =>
  gateway.encode('RealmCustody', fn, [account, enabled])
const NAME_AN_OPERATOR = role(POOL, true)
const NAME_AN_ADMIN = gateway.encode('RealmCustody', 'proposeAdmin', [OURS])

const asked: UnsignedTransaction = {
  chainId: CHAIN,
  nonce: 0,
  to: POOL,
  data: HALT,
  gas: 100_000n,
  maxFee: 100n,
  tip: 1n,
  value: 0n,
}
const intent: SigningIntent = {
  purpose: 'halt:test',
  contract: 'RealmCustody',
  selector: selectorOf(HALT),
  ordered: true,
  limits: { gas: 100_000n, maxFee: 100n, value: 0n },
}

function guarded(told: SigningRefused[] = []) {
  const planned = { operators: [OURS], settlers: [OURS], guardians: [GUARDIAN] }
  const policy = policyOf({ chainId: CHAIN, highestFee: 1_000n }, ALLOWED_CALLS, planned)
  return new GuardedSigner(new LocalSigner(newKey()), policy, (refused) => told.push(refused))
}

test.group('custody | what a signer agrees to', () => {
  test('what its policy allows is signed', async ({ assert }) => {
    const { raw, hash } = await guarded().sign(asked, intent)
    assert.match(raw, /^0x02/)
    assert.equal(gateway.keccak(raw), hash)
  })

  test('{refusal} is refused and told of, and nothing is signed: {what}')
    .with<
      {
        what: string
        refusal: SigningRefusal
        transaction?: Partial<UnsignedTransaction>
        intent?: Partial<SigningIntent>
      }[]
    >([
      { what: 'another chain', refusal: 'wrong_chain', transaction: { chainId: 1 } },
      { what: 'a stranger', refusal: 'unknown_contract', intent: { contract: null } },
      {
        what: 'an admin',
        refusal: 'function_not_allowed',
        transaction: { data: NAME_AN_ADMIN },
        intent: { selector: selectorOf(NAME_AN_ADMIN) },
      },
      {
        what: 'an operator of their own',
        refusal: 'role_not_planned',
        transaction: { data: NAME_AN_OPERATOR },
        intent: { selector: selectorOf(NAME_AN_OPERATOR) },
      },
      {
        what: 'ours who is operator no more',
        refusal: 'role_not_planned',
        transaction: { data: role(OURS, false) },
        intent: { selector: selectorOf(NAME_AN_OPERATOR) },
      },
      {
        what: 'a guardian as an operator',
        refusal: 'role_not_planned',
        transaction: { data: role(GUARDIAN, true) },
        intent: { selector: selectorOf(NAME_AN_OPERATOR) },
      },
      {
        what: 'an operator as a guardian',
        refusal: 'role_not_planned',
        transaction: { data: role(OURS, true, 'setGuardian') },
        intent: { selector: selectorOf(role(OURS, true, 'setGuardian')) },
      },
      {
        what: 'a call other than the one that is named',
        refusal: 'function_not_allowed',
        transaction: { data: NAME_AN_OPERATOR },
      },
      {
        what: 'a function of another contract',
        refusal: 'function_not_allowed',
        intent: { contract: 'TestUSD' },
      },
      { what: 'what nobody has ordered', refusal: 'not_ordered', intent: { ordered: false } },
      { what: 'value', refusal: 'value_not_due', transaction: { value: 1n } },
      {
        what: 'a fee above the intent',
        refusal: 'fee_above_bound',
        transaction: { maxFee: 101n },
      },
      {
        what: 'a fee above the chain',
        refusal: 'fee_above_bound',
        transaction: { maxFee: 1_001n },
        intent: { limits: { gas: 100_000n, maxFee: 10_000n, value: 0n } },
      },
      {
        what: 'a tip above its fee',
        refusal: 'fee_above_bound',
        transaction: { maxFee: 1n, tip: 2n },
      },
      { what: 'gas above the intent', refusal: 'gas_above_bound', transaction: { gas: 100_001n } },
      {
        what: 'gas above any call',
        refusal: 'gas_above_bound',
        transaction: { gas: 20_000_000n },
        intent: { limits: { gas: 20_000_000n, maxFee: 100n, value: 0n } },
      },
    ])
    .run(async ({ assert }, { refusal, transaction, intent: change }) => {
      const told: SigningRefused[] = []
      const signing = guarded(told).sign({ ...asked, ...transaction }, { ...intent, ...change })
      const failure = await signing.catch((error: unknown) => error)
      assert.instanceOf(failure, SigningRefused)
      assert.deepEqual(
        told.map((one) => one.refusal),
        [refusal]
      )
    })

  test('an account of the settings is given the role that they name it for', async ({ assert }) => {
    for (const data of [role(OURS, true), role(GUARDIAN, true, 'setGuardian')]) {
      const selector = selectorOf(data)
      const signed = await guarded().sign({ ...asked, data }, { ...intent, selector })
      assert.match(signed.raw, /^0x02/)
    }
  })

  test('nothing that is allowed names an admin, changes a cap or takes stray tokens', ({
    assert,
  }) => {
    const allowed = new Set(ALLOWED_CALLS.RealmCustody)
    const roles = ['proposeAdmin', 'acceptAdmin', 'setOutflowCap', 'creditUnattributed']
    assert.deepEqual(
      roles.filter((name) => allowed.has(name)),
      []
    )
    for (const [contract, names] of Object.entries(ALLOWED_CALLS)) {
      const functions = ARTIFACTS[contract as ContractName].abi.map(({ name }) => name)
      assert.includeMembers(functions, [...names])
    }
  })
})
