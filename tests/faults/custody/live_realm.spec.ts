import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import * as viem from 'viem'
import { newId } from '#app/ids/ids'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { defaultBoundaryId } from '#modules/ledger/index'
import { LiveInstallation } from '#tests/faults/custody/support/live_installation'
import type { ProxiedCall } from '#tests/functional/custody/support/faulty_proxy'
import { Wallet, bare, freshAddress } from '#tests/functional/custody/support/withdrawing'
import { accepted, eventually, until, type AnyData, type TestRealm } from '#tests/support/client'
import {
  verifyAttestation,
  verifyInclusion,
} from '../../../examples/liability_verifier/verifier.js'

const USD = 1_000_000n
const DAY_SECONDS = 24 * 3600

let live: LiveInstallation
let realm: TestRealm
let pool: Address
let vault: string

const hashOf = (id: string) => live.world.gateway.idHash(id)
const keysOf = () => `/custody/boundaries/${vault}/keys`
const heldBy = (address: string) =>
  live.world.read('TestUSD', live.token.address, 'balanceOf', [address])

/** The word of the only key that waits. */
async function giveWord(sign: (typedData: object) => Promise<Hex>) {
  const { waiting } = bare<AnyData>(await realm.get(keysOf()))
  const [{ role, sign: wanted }] = waiting as AnyData[]
  const { deadline, typedData } = wanted as AnyData
  const body = { role, deadline, signature: await sign(typedData as object) }
  return bare<AnyData>(await realm.post(`${keysOf()}/accept`, body))
}

const word = (amount: bigint) => amount.toString(16).padStart(64, '0')

/** What a node says that has not seen the newest two blocks. */
function late({ method, params }: ProxiedCall, result: unknown): unknown {
  if (method !== 'eth_getBlockByNumber' || params[0] !== 'latest') return result
  const block = result as { number: string }
  return { ...block, number: `0x${Math.max(0, Number(block.number) - 2).toString(16)}` }
}

/** What a node says that shows ten times as much as was paid. */
function tenfold(paid: bigint, logs: unknown): unknown {
  const inflated = (data: string) => data.replaceAll(word(paid), word(10n * paid))
  return (logs as { data: string }[]).map((log) => ({ ...log, data: inflated(log.data) }))
}

/** Members of a group, of whom two have to sign. */
class TwoOfThree {
  readonly members = [new Wallet(), new Wallet(), new Wallet()]

  get addresses(): Address[] {
    return this.members.map(({ address }) => address)
  }

  /** What some of them have signed, as the group answers for it. */
  async sign(typedData: object, by: readonly Wallet[]): Promise<Hex> {
    const ordered = by.toSorted((one, other) =>
      viem.keccak256(one.address) < viem.keccak256(other.address) ? -1 : 1
    )
    const signatures = await Promise.all(ordered.map((member) => member.sign(typedData)))
    const types = viem.parseAbiParameters('bytes[] signers, bytes[] signatures')
    return viem.encodeAbiParameters(types, [ordered.map(({ address }) => address), signatures])
  }
}

test.group('custody | a live realm in production', (group) => {
  const holder = new Wallet()
  const cosigners = new TwoOfThree()

  group.setup(async () => {
    live = await LiveInstallation.start()
    live.second.alter = late
    return () => live.stop()
  })

  test('is opened, and its Safe names the guardian as it is proposed', async ({ assert }) => {
    realm = await live.client.realm({ asset: 'live' })
    pool = await eventually(
      'the pool',
      async () => ((await realm.get('/custody/status')).body as AnyData).contractAddress as Address
    )
    const proposals = async () =>
      accepted(await live.client.get<AnyData>(`/api/v1/admin/realms/${realm.id}/proposals`))
        .proposals as { method: string; to: Address; data: Hex }[]
    const [proposal, ...others] = await proposals()
    assert.match(proposal!.method, /^setGuardian\(/)
    assert.isEmpty(others)
    await live.safe.execute(proposal!, live.safe.owners.slice(1))
    await until('the guardian to be known', async () => (await proposals()).length === 0)
    const elsewhere = await live.world.fundedKey()
    const nobody = await live.world.refusal(elsewhere, 'RealmCustody', pool, 'halt')
    assert.equal(nobody?.name, 'NotAllowedToHalt')
  })

  test('takes a deposit as both of its nodes tell it, though one lags and invents', async ({
    assert,
  }) => {
    await realm.object('/users/ann')
    const { poolAddress, operation } = accepted<AnyData>(
      await realm.deposit('/users/ann', '500.00')
    )
    let lies = 0
    live.second.alter = (call, result) => {
      if (call.method !== 'eth_getLogs') return late(call, result)
      const told = tenfold(500n * USD, result)
      if (JSON.stringify(told) !== JSON.stringify(result)) lies++
      return told
    }
    const { address, minter } = live.token
    await live.world.act(minter, 'TestUSD', address, 'mint', [poolAddress as Address, 500n * USD])
    await until('the lie to be told often', () => Promise.resolve(lies > 5))
    assert.equal(await realm.settled('/users/ann'), '0.00')
    live.second.alter = late
    await realm.completed((operation as AnyData).id as string)
    assert.equal(await realm.settled('/users/ann'), '500.00')
  })

  test('settles across a boundary', async ({ assert }) => {
    vault = accepted<AnyData>(await realm.declareZone('/vault')).boundaryId as string
    await realm.object('/vault/ann')
    const crossing = await realm.transfer('/users/ann', '/vault/ann', '200.05')
    await realm.completed(crossing.id)
    assert.equal(await realm.settled('/vault/ann'), '200.00')
    const { balance } = bare<AnyData>(await realm.get(`/custody/boundaries/${vault}`))
    assert.equal(balance, '200.00')
  })

  test('gets a recovery key and co-signers, each by its own word', async ({ assert }) => {
    const key = { realmId: realm.id, boundaryId: vault, walletAddress: holder.address }
    const registered = await live.confirmed('/api/v1/custody/recovery-key', key)
    assert.containSubset(registered, {
      status: 202,
      body: { recoveryKey: null, pendingRecoveryKey: holder.address },
    })
    const given = await giveWord((typedData) => holder.sign(typedData))
    assert.containSubset(given, { state: 'waiting' })
    await live.pass(DAY_SECONDS)
    const keys = async () => bare<AnyData>(await realm.get(keysOf()))
    await until(
      'the recovery key to be in effect',
      async () => (await keys()).recoveryKey === holder.address
    )
    const arming = { realmId: realm.id, cosigners: cosigners.addresses, threshold: 2 }
    const armed = await live.confirmed(`/api/v1/custody/boundaries/${vault}/arm`, arming)
    assert.containSubset(armed, { status: 202, body: { armed: false, cosigner: null } })
    const { pendingCosigner: cosigner } = armed.body as AnyData
    const two = cosigners.members.slice(1)
    await giveWord((typedData) => cosigners.sign(typedData, two))
    await live.pass(DAY_SECONDS)
    await until('the co-signers to be in effect', async () => (await keys()).cosigner === cosigner)
  })

  test('pays what two of three have signed, and nothing that one has', async ({ assert }) => {
    const to = freshAddress()
    const terms = {
      path: `/op/${randomUUID()}`,
      objectPath: '/vault/ann',
      amount: '50.00',
      destinationAddress: to,
    }
    const unsigned = await realm.withdraw('/vault/ann', '50.00', { destinationAddress: to })
    assert.equal(unsigned.error.code, 'COSIGN_REQUIRED')
    const proposal = bare<AnyData>(await realm.post('/custody/withdrawals/propose', terms))
    const { nonce, deadline, typedData } = proposal
    const signedBy = async (some: readonly Wallet[]) => ({
      ...terms,
      nonce,
      deadline,
      signature: await cosigners.sign(typedData as object, some),
    })
    const [one, , three] = cosigners.members
    const alone = await realm.post('/custody/withdrawals', await signedBy([one!]))
    assert.equal(alone.status, 400, JSON.stringify(alone.body))
    const { operation } = bare<AnyData>(
      await realm.post('/custody/withdrawals', await signedBy([one!, three!]))
    )
    await realm.completed((operation as AnyData).id as string)
    assert.equal(await heldBy(to), 50n * USD)
  })

  test('proves on the chain alone what it owes', async ({ assert }) => {
    const { object } = accepted<AnyData>(await realm.find('/vault/ann'))
    const { id: objectId } = object as AnyData
    await live.attestationsAge()
    const proof = await eventually('an attestation of what is owed now', async () => {
      const reply = await realm.client.get<AnyData>(`/api/v1/objects/${objectId}/liability-proof`)
      return reply.status === 200 && (reply.data.leaf as AnyData).amount === '150.00'
        ? reply.data
        : null
    })
    verifyInclusion(proof as never, { objectId: objectId as string, amount: '150.00', pool })
    const { owed, holds } = await verifyAttestation(proof as never, live.world.anvil.url)
    assert.isTrue(holds !== null && holds >= owed, `${holds} of ${owed}`)
  })

  test('a thief with the operator’s key stops it and has nothing co-signed', async ({ assert }) => {
    const loot = freshAddress()
    const take = (boundary: string, amount: bigint) => [
      hashOf(newId('op')),
      hashOf(boundary),
      loot,
      amount,
    ]
    const { world, operator } = live
    const refused = await world.refusal(
      operator,
      'RealmCustody',
      pool,
      'withdraw',
      take(vault, USD)
    )
    assert.equal(refused?.name, 'CosignRequired')
    const home = defaultBoundaryId(realm.id)
    await world.act(operator, 'RealmCustody', pool, 'withdraw', take(home, 10n * USD))
    const status = async () => bare<AnyData>(await realm.get('/custody/status'))
    await until('the realm to be halted', async () => (await status()).realmHalt !== null)
    await until(
      'the guardian to have halted the pool',
      async () =>
        ((await world.read('RealmCustody', pool, 'counters')) as { halted: boolean }).halted
    )
    const again = await world.refusal(operator, 'RealmCustody', pool, 'withdraw', take(home, USD))
    assert.equal(again?.name, 'RealmHalted')
    assert.equal(await heldBy(loot), 10n * USD)
  })

  test('is left with the recovery kit while service and pool stand still', async ({ assert }) => {
    const kit = bare<AnyData>(await realm.get('/custody/recovery-kit', { boundaryId: vault }))
    await live.end()
    await live.world.dev.fundGas(holder.address, 10n ** 18n)
    const chain = viem.defineChain({
      id: Number(kit.chainId),
      name: 'any node of it',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [live.world.anvil.url] } },
    })
    const wallet = viem
      .createWalletClient({ account: holder.account, chain, transport: viem.http() })
      .extend(viem.publicActions)
    for (const { call, args } of (kit.steps as AnyData[]).slice(0, 2)) {
      const hash = await wallet.writeContract({
        address: kit.pool as Address,
        abi: kit.abi as viem.Abi,
        functionName: String(call),
        args: (args as unknown[]).map((arg) => arg ?? holder.address),
      })
      const { status } = await wallet.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      assert.equal(status, 'success', String(call))
    }
    assert.equal(await heldBy(holder.address), 150n * USD)
  })
})
