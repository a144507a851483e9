import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { endUser } from '#tests/support/principals'
import { TestRealm, accepted } from '#tests/support/client'
import { defaultBoundaryId } from '#modules/ledger/index'
import type { ConsentRole, KeyRole } from '#modules/custody/core/key_consent'
import { AcceptKey } from '#modules/custody/services/accept_key'
import { ArmBoundary } from '#modules/custody/services/arm_boundary'
import { CancelKey } from '#modules/custody/services/cancel_key'
import { HandOverCosigner } from '#modules/custody/services/hand_over_cosigner'
import { KeepBoundaries } from '#modules/custody/services/keep_boundaries'
import { ProposeToAdmins, type AdminProposal } from '#modules/custody/services/propose_to_admins'
import { ReadBoundaryKeys } from '#modules/custody/services/read_boundary_keys'
import { RegisterRecoveryKey } from '#modules/custody/services/register_recovery_key'
import { SetTimeLock } from '#modules/custody/services/set_time_lock'
import { askNode, sendAs } from './support/direct_node.ts'
import { FarSigner } from './support/far_signer.ts'
import { DELAY_SECONDS, LimitedPools } from './support/limited_pools.ts'
import { Thief } from './support/thief.ts'
import { Wallet, freshAddress } from './support/withdrawing.ts'

const MONTH_SECONDS = 30 * 24 * 3600

const AUDITED = new Set([
  'arming_requested',
  'cosigner_change_proposed',
  'key_accepted',
  'key_cancel_requested',
  'time_lock_requested',
])

interface AuditRow {
  eventType: string
  realmId: string
  details: unknown
}

let pools: LimitedPools

/** A live realm of the organization, somebody of it who confirms whatever is asked, and what they do to its default boundary. */
async function protectedRealm() {
  const realm = await TestRealm.open({ asset: 'live' })
  const boundaryId = defaultBoundaryId(realm.id)
  const { pool, home } = await pools.paid(realm.id, boundaryId)
  const user = await endUser(realm)
  const builder: Principal = { ...user, credential: 'builder', realmId: null, statements: null }
  const about = { realmId: realm.id, boundaryId }
  const asked: string[] = []
  /** As after a confirmation of exactly this. */
  const by = (action: string, ...terms: string[]): Principal => ({
    ...builder,
    stepUp: {
      realmId: realm.id,
      action,
      resources: ['/', ...terms],
      claim: async () => asked.push(action) > 0,
    },
  })
  const { service } = pools
  return {
    pool,
    home,
    asked,
    register: async (walletAddress: string) =>
      (await service.make(RegisterRecoveryKey)).run(by('svc:RegisterRecoveryKey', walletAddress), {
        ...about,
        walletAddress,
        name: null,
      }),
    arm: async (cosigner: string) =>
      (await service.make(ArmBoundary)).run(by('svc:ArmBoundary', cosigner), {
        ...about,
        cosigner,
        name: null,
      }),
    lock: async (seconds: number) =>
      (await service.make(SetTimeLock)).run(by('svc:SetTimeLock', `${seconds} s`), {
        ...about,
        seconds,
        name: null,
      }),
    cancel: async (role: KeyRole, address: string) =>
      (await service.make(CancelKey)).run(by('svc:CancelKey', address), {
        ...about,
        role,
        name: null,
      }),
    keys: async () => (await service.make(ReadBoundaryKeys)).run(builder, realm.id, boundaryId),
    accept: async (role: ConsentRole, deadline: number, signature: string) =>
      (await service.make(AcceptKey)).run(builder, { ...about, role, deadline, signature }),
    boundaryId,
    about,
    builder,
    /** What the organization reads of it, oldest first. */
    audit: async (): Promise<[eventType: string, details: unknown][]> => {
      const reply = await realm.client.get('/api/v1/auth/audit', { limit: 50 })
      const { entries } = accepted(reply) as { entries: AuditRow[] }
      return entries
        .filter(({ eventType, realmId }) => AUDITED.has(eventType) && realmId === realm.id)
        .map(({ eventType, details }): [string, unknown] => [eventType, details])
        .reverse()
    },
    onChain: async () =>
      (await pools.world.read('RealmCustody', pool, 'boundary', [home])) as {
        recoveryKey: string
        cosigner: string
        armed: boolean
      },
  }
}

type ProtectedRealm = Awaited<ReturnType<typeof protectedRealm>>

/** What the job does, until it is final. */
async function kept() {
  await pools.indexed()
  await (await pools.service.make(KeepBoundaries)).run()
  for (const lane of pools.chain.lanes) await lane.advanceOpen()
  await pools.indexed()
}

/** The word of the key that waits, given through the service. */
async function giveWord({ keys, accept }: ProtectedRealm, wallet: Wallet) {
  const [waiting] = (await keys()).waiting
  const { typedData, deadline } = waiting!.sign!
  return accept(waiting!.role as ConsentRole, deadline, await wallet.sign(typedData))
}

/** With a recovery key in effect. */
async function heldBy(wallet: Wallet): Promise<ProtectedRealm> {
  const realm = await protectedRealm()
  await realm.register(wallet.address)
  await giveWord(realm, wallet)
  await pools.pass(DELAY_SECONDS)
  await kept()
  return realm
}

test.group('custody | the word of a key', (group) => {
  group.setup(async () => {
    pools = await LimitedPools.start(new FarSigner())
    return () => pools.stop()
  })

  test('a waiting key gives its word, and has its role when its time comes', async ({ assert }) => {
    const [holder, cosigner] = [new Wallet(), new Wallet()]
    const realm = await protectedRealm()
    const registered = await realm.register(holder.address)
    assert.containSubset(registered, { recoveryKey: null, pendingRecoveryKey: holder.address })
    const [waiting] = (await realm.keys()).waiting
    assert.containSubset(waiting, {
      role: 'recovery_key',
      address: holder.address,
      effectiveAt: registered.effectiveAt,
      word: 'missing',
    })
    assert.containSubset(await giveWord(realm, holder), { state: 'waiting' })
    assert.equal((await realm.keys()).waiting[0]!.word, 'given')
    await kept()
    assert.notEqual((await realm.onChain()).recoveryKey, holder.address, 'not before its time')
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.equal((await realm.onChain()).recoveryKey, holder.address)

    const arming = await realm.arm(cosigner.address)
    assert.containSubset(arming, {
      armed: false,
      cosigner: null,
      pendingCosigner: cosigner.address,
    })
    assert.deepEqual(await realm.arm(cosigner.address), arming, 'asked again, nothing changes')
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.isFalse((await realm.onChain()).armed, 'its time has come, and its word has not')
    assert.containSubset(await giveWord(realm, cosigner), { state: 'in_effect' })
    assert.containSubset(await realm.onChain(), { armed: true, cosigner: cosigner.address })
    assert.deepEqual((await realm.keys()).waiting, [])
    assert.deepEqual(realm.asked, ['svc:RegisterRecoveryKey', 'svc:ArmBoundary'])
  })

  test('what is no word of exactly this key, role and time is refused', async ({ assert }) => {
    const holder = new Wallet()
    const realm = await protectedRealm()
    await realm.register(holder.address)
    const { typedData, deadline } = (await realm.keys()).waiting[0]!.sign!
    const signature = await holder.sign(typedData)
    const refusal = async (role: ConsentRole, until: number, word: string) =>
      realm.accept(role, until, word).then(
        () => null,
        (error: { code: string; details: { fields?: { field: string }[] } }) =>
          error.details.fields?.[0]?.field ?? error.code
      )
    const { message } = typedData
    const early = String(deadline - MONTH_SECONDS - 1)
    for (const [role, until, word, refused] of [
      ['recovery_key', deadline, await new Wallet().sign(typedData), 'signature'],
      ['recovery_key', deadline + 1, signature, 'signature'],
      ['recovery_key', deadline, '0x00', 'signature'],
      ['cosigner', deadline, signature, 'CONFLICT'],
      [
        'recovery_key',
        Number(early),
        await holder.sign({ ...typedData, message: { ...message, deadline: early } }),
        'deadline',
      ],
    ] as const) {
      assert.equal(await refusal(role, until, word), refused)
    }
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.notEqual((await realm.onChain()).recoveryKey, holder.address)
    assert.equal(await refusal('recovery_key', deadline, signature), null)
    assert.equal(await refusal('recovery_key', deadline, signature), null, 'once more')
    assert.equal((await realm.onChain()).recoveryKey, holder.address)
  })

  test('a waiting key is taken back by the guardian, and its word with it', async ({ assert }) => {
    const [holder, wrong, right] = [new Wallet(), new Wallet(), new Wallet()]
    const realm = await heldBy(holder)
    await realm.arm(wrong.address)
    await giveWord(realm, wrong)
    const gone = await realm.cancel('cosigner', wrong.address)
    assert.containSubset(gone, { role: 'cosigner', address: wrong.address })
    await assert.rejects(() => realm.cancel('cosigner', wrong.address), /No key waits/)
    await assert.rejects(() => realm.cancel('recovery_key', holder.address), /No key waits/)
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.isFalse((await realm.onChain()).armed)
    await realm.arm(right.address)
    await giveWord(realm, right)
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.equal((await realm.onChain()).cosigner, right.address)
  })

  test('the audit log names who arms, who brings the word of a key, and who takes one back', async ({
    assert,
  }) => {
    const [holder, cosigner] = [new Wallet(), new Wallet()]
    const realm = await heldBy(holder)
    const { boundaryId } = realm
    await realm.lock(60)
    await realm.arm(cosigner.address)
    const { typedData, deadline } = (await realm.keys()).waiting[0]!.sign!
    const word = await cosigner.sign(typedData)
    for (let times = 0; times < 2; times++) await realm.accept('cosigner', deadline, word)
    await assert.rejects(() => realm.accept('cosigner', deadline, '0x00'))
    await realm.cancel('cosigner', cosigner.address)
    await assert.rejects(() => realm.cancel('cosigner', cosigner.address))
    const address = cosigner.address
    assert.deepEqual(await realm.audit(), [
      ['key_accepted', { boundaryId, role: 'recovery_key', address: holder.address }],
      ['time_lock_requested', { boundaryId, seconds: 60, previousSeconds: 0 }],
      ['arming_requested', { boundaryId, cosigner: address }],
      ['key_accepted', { boundaryId, role: 'cosigner', address }],
      ['key_cancel_requested', { boundaryId, role: 'cosigner', address }],
    ])
  })

  test('a co-signer hands over by its signature, which anybody may bring to the pool, once', async ({
    assert,
  }) => {
    const [holder, first, second] = [new Wallet(), new Wallet(), new Wallet()]
    const realm = await heldBy(holder)
    const { about } = realm
    const handOver = await pools.service.make(HandOverCosigner)
    const next = { ...about, cosigner: second.address }
    await assert.rejects(() => handOver.run(realm.builder, next), /has no co-signer/)
    await realm.arm(first.address)
    await giveWord(realm, first)
    await pools.pass(DELAY_SECONDS)
    await kept()
    const { typedData, deadline, state } = await handOver.run(realm.builder, next)
    assert.equal(state, 'to_be_signed')
    const propose = async (wallet: Wallet, change: object = {}) => {
      const signature = await wallet.sign(typedData)
      return handOver.run(realm.builder, { ...next, deadline, signature, ...change })
    }
    await assert.rejects(() => propose(second), /VALIDATION_ERROR/)
    await assert.rejects(() => propose(first, { cosigner: holder.address }), /VALIDATION_ERROR/)
    const proposals = async () => {
      const found = await (await pools.service.make(ProposeToAdmins)).ofRealm(about.realmId)
      return found.filter(({ method }) => method.startsWith('setCosignerFor'))
    }
    assert.isEmpty(await proposals())
    for (let times = 0; times < 2; times++) {
      assert.equal((await propose(first)).state, 'proposed')
    }
    const [{ to, data }, ...others] = (await proposals()) as [AdminProposal]
    assert.isEmpty(others)
    await sendAs(pools.world.anvil.url, freshAddress(), to, data)
    assert.isEmpty(await proposals(), 'its word is good for one change')
    await pools.indexed()
    assert.containSubset((await realm.keys()).waiting, [{ address: second.address }])
    await giveWord(realm, second)
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.equal((await realm.onChain()).cosigner, second.address)
    assert.lengthOf(
      (await realm.audit()).filter(([eventType]) => eventType === 'cosigner_change_proposed'),
      1
    )
  })

  test('what a contract signs alike under other terms is another word', async ({ assert }) => {
    const [holder, first, second] = [new Wallet(), freshAddress(), freshAddress()]
    const signer = freshAddress()
    /** Takes every signature for its own, as a Safe does once its owners have approved the hash. */
    const takesAll = '0x631626ba7e60e01b60005260206000f3'
    await askNode(pools.world.anvil.url, 'anvil_setCode', [signer, takesAll])
    const signature = '0x00'
    const realm = await heldBy(holder)
    await realm.arm(signer)
    const { deadline } = (await realm.keys()).waiting[0]!.sign!
    await realm.accept('cosigner', deadline, signature)
    await pools.pass(DELAY_SECONDS)
    await kept()
    const handOver = await pools.service.make(HandOverCosigner)
    for (const cosigner of [first, second]) {
      await handOver.run(realm.builder, { ...realm.about, cosigner, deadline, signature })
    }
    const found = await (await pools.service.make(ProposeToAdmins)).ofRealm(realm.about.realmId)
    const [proposal] = found.filter(({ method }) => method.startsWith('setCosignerFor'))
    assert.include(proposal!.method, second, 'expected the newer word')
  })

  test('a first key that waits is taken back too, and another one is registered', async ({
    assert,
  }) => {
    const [wrong, right] = [new Wallet(), new Wallet()]
    const realm = await protectedRealm()
    await realm.register(wrong.address)
    await realm.cancel('recovery_key', wrong.address)
    assert.deepEqual((await realm.keys()).waiting, [])
    await realm.register(right.address)
    await giveWord(realm, right)
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.equal((await realm.onChain()).recoveryKey, right.address)
  })

  test('nobody is asked in vain: without its word a ripe key costs no call', async ({ assert }) => {
    const realm = await protectedRealm()
    await realm.register(freshAddress())
    await pools.pass(DELAY_SECONDS)
    await pools.indexed()
    const { lane } = pools.chain
    const submitted: string[] = []
    const submit = lane.submit.bind(lane)
    lane.submit = (intent) => {
      submitted.push(intent.purpose)
      return submit(intent)
    }
    try {
      await (await pools.service.make(KeepBoundaries)).run()
    } finally {
      lane.submit = submit
    }
    assert.deepEqual(submitted, [])
  })

  test('the service does not bring the word of a key that a thief proposed', async ({ assert }) => {
    const [holder, loot] = [new Wallet(), new Wallet()]
    const realm = await heldBy(holder)
    const thief = new Thief(pools.chain)
    await thief.call(realm.pool, 'setCosigner', [realm.home, loot.address])
    await thief.leave()
    await pools.indexed()
    await assert.rejects(() => giveWord(realm, loot), /Nobody of this service/)
    await pools.pass(DELAY_SECONDS)
    await kept()
    assert.isFalse((await realm.onChain()).armed)
  })
})
