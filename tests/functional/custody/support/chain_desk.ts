import { Secret } from '@adonisjs/core/helpers'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import { accountOf } from '#modules/custody/chain/signing_account'
import { LOCAL_CHAINS } from '#modules/custody/core/chain_registry'
import { policyOf } from '#modules/custody/chain/signer'
import { ALLOWED_CALLS } from '#modules/custody/core/signing_policy'
import type { Intent } from '#modules/custody/services/choose_gas'
import { CustodyChain } from '#modules/custody/services/custody_chain'
import type { CustodySettings } from '#modules/custody/settings'
import { readRows } from '#tests/support/rows'

const GAS_MONEY_WEI = 10n ** 20n
/**
 * Tests of the lane also pay out play money, whose effect and whose refusals are easy to see, and
 * stand for the admin who sets a cap.
 */
const TESTED_CALLS = {
  ...ALLOWED_CALLS,
  RealmCustody: [...(ALLOWED_CALLS.RealmCustody ?? []), 'setOutflowCap'],
  TestUSD: ['mint', 'transfer'],
}

type Signing = NonNullable<ConstructorParameters<typeof CustodyChain>[4]>

/**
 * The chain side of a worker, with an operator of its own: lanes, nonces and contract addresses of
 * one test never meet those of another, though all share the database.
 */
export async function chainDesk(
  url: string,
  operatorKey: OperatorKey,
  change: Partial<CustodySettings> = {},
  clock?: Clock,
  signing: Signing = {}
): Promise<CustodyChain> {
  return chainOf(
    () => ({
      rpcUrls: [url],
      chainId: 31337,
      confirmations: 1,
      operators: [accountOf(operatorKey)],
      developmentChain: true,
      terms: LOCAL_CHAINS[31337]!,
      production: false,
      orderSecret: new Secret('what the processes of a test share'),
      ...change,
    }),
    clock,
    signing
  )
}

/** What a service has for a chain where none is configured. */
export function noChain(): Promise<CustodyChain> {
  return chainOf(() => null)
}

/** @param readSettings throws where they are wrong */
export async function chainOf(
  readSettings: () => CustodySettings | null,
  clock?: Clock,
  signing: Signing = {}
): Promise<CustodyChain> {
  const database = await app.container.make(Database)
  const time = clock ?? (await app.container.make(Clock))
  return new CustodyChain(readSettings, database, time, logger, {
    allowed: TESTED_CALLS,
    ...signing,
  })
}

/** The same account in a process whose signer agrees to one more function of pools, whoever gets a role by it. */
export function agreeingTo(fn: string, { settings }: CustodyChain): Promise<CustodyChain> {
  const allowed = { RealmCustody: [...(ALLOWED_CALLS.RealmCustody ?? []), fn] }
  return chainOf(() => settings, undefined, {
    allowed,
    policyOf: (bounds, calls, planned) => ({
      ...policyOf(bounds, calls, planned),
      roles: new Map(),
    }),
  })
}

/** The key with which a chain's first operator signs. */
export function keyOf({ settings }: CustodyChain): OperatorKey {
  const source = settings.operators[0]?.source
  if (source?.kind !== 'key') throw new Error('this process has no key of the operator')
  return source.key
}

/** Test USD for the operator itself: an effect that can be counted. */
export function mintOn(chain: CustodyChain, purpose: string): Intent {
  const data = chain.gateway.encode('TestUSD', 'mint', [chain.lane.address, 1n])
  return { purpose: `${chain.lane.address}:${purpose}`, to: chain.plan.token, data }
}

/** How much of it there is. */
export async function mintedOn(chain: CustodyChain): Promise<bigint> {
  const args = [chain.lane.address]
  const call = { contract: 'TestUSD', to: chain.plan.token, fn: 'balanceOf', args } as const
  return (await chain.gateway.call(call, 'latest')) as bigint
}

export async function fund(chain: CustodyChain) {
  await chain.dev!.fundGas(chain.lane.address, GAS_MONEY_WEI)
}

/** The lane's rows, oldest nonce first. */
export async function laneRows(chain: CustodyChain) {
  return readRows`SELECT t.nonce, t.state, t.purpose, t.try_no, a.raw FROM custody_transactions t
      JOIN custody_attempts a ON a.transaction_id = t.id
      WHERE t.lane_address = ${chain.lane.address} ORDER BY t.nonce`
}
