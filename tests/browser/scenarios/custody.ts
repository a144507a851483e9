import { hashOf } from '#tests/functional/custody/support/holder'
import { cosigning } from '#tests/functional/custody/support/cosigning'
import { Wallet, bare, zone } from '#tests/functional/custody/support/withdrawing'
import type { FurnishedRealm } from '#tests/browser/support/console'
import type { Visit } from '#tests/support/browser'
import { accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { ADDRESS, asked, inRealm, type Scenario } from './scenario.ts'

const cosigner = new Wallet()

/** The page with the form of a co-signed withdrawal, for a boundary that the wallet above co-signs for. */
async function armed({ realm }: FurnishedRealm) {
  const boundaryId = await zone(realm, '/armed')
  await realm.account('/armed/a', '50.00')
  await cosigner.hold(realm, boundaryId)
  bare(await cosigning(() => realm, cosigner).arm(boundaryId))
  return '/custody'
}

const TERMS = { 'Object': '/armed/a', 'Amount, USD': '7.50', 'To the address': ADDRESS }

/** Proposes a withdrawal and signs it elsewhere. */
async function signed({ page }: Visit) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Co-signed withdrawal' }).click()
  for (const [label, text] of Object.entries(TERMS)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: 'Show what is to be signed' }).click()
  const typedData = await dialog.getByLabel('EIP-712 typed data').innerText()
  await dialog.getByRole('button', { name: 'I have the signature' }).click()
  const signature = await cosigner.sign(JSON.parse(typedData))
  await dialog.getByLabel('Signature of the co-signer').fill(signature)
}

const [holder, heir] = [new Wallet(), new Wallet()]
/** Boundaries where a key waits. */
const waiting = { heir: '', mistyped: '', inherited: '' }

/** The page with a boundary whose holder has named another one on the chain. */
async function handedOver({ realm }: FurnishedRealm) {
  waiting.heir = await zone(realm, '/heir')
  await holder.hold(realm, waiting.heir)
  await holder.call(realm, 'proposeRecoveryKey', [hashOf(waiting.heir), heir.address])
  return '/custody'
}

/** The form of the key that waits, signed elsewhere. */
async function signedByHeir({ page }: Visit) {
  const dialog = page.getByRole('dialog')
  const row = page.locator('main').getByRole('row').filter({ hasText: '/heir' })
  await row.getByRole('button', { name: 'Sign', exact: true }).click()
  const typedData = await dialog.getByLabel('EIP-712 typed data').innerText()
  const signature = await heir.sign(JSON.parse(typedData))
  await dialog.getByLabel('Signature of the key').fill(signature)
}

/** The page with a boundary that its holder has locked. */
async function locked({ realm }: FurnishedRealm) {
  waiting.inherited = await zone(realm, '/inherited')
  await holder.hold(realm, waiting.inherited)
  await holder.call(realm, 'lock', [hashOf(waiting.inherited)])
  return '/custody'
}

/** Asks from the row of the boundary, where each has such a button. */
async function bySuccessor({ page }: Visit) {
  const row = page.locator('main').getByRole('row').filter({ hasText: '/inherited' })
  await row.getByRole('button', { name: 'Successor', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Address of the successor').fill(heir.address)
}

/** The page with a boundary whose first key waits for a time lock. */
async function mistyped({ realm }: FurnishedRealm) {
  const boundaryId = (waiting.mistyped = await zone(realm, '/mistyped'))
  const place = `/custody/boundaries/${boundaryId}/time-lock`
  bare(await realm.post(place, { seconds: 3600 }))
  bare(await realm.post('/custody/recovery-key', { boundaryId, walletAddress: ADDRESS }))
  return '/custody'
}

const keysOf = async (realm: TestRealm, boundaryId: string) =>
  bare<AnyData>(await realm.get(`/custody/boundaries/${boundaryId}/keys`))

/** What protects boundaries. */
export const CUSTODY_SCENARIOS: Scenario[] = [
  {
    operation: 'createIsolationZone',
    at: inRealm('/objects'),
    open: 'Draw a boundary',
    fill: { Path: '/treasury' },
    submit: 'Draw the boundary',
    asksBack: true,
    came: async (realm) =>
      accepted(await realm.get('/objects/browse', { prefix: '/' })).paths.find(
        ({ path }: AnyData) => path === '/treasury'
      ),
  },
  {
    operation: 'setTimeLock',
    at: inRealm('/custody'),
    open: 'Time lock',
    row: '/vault',
    fill: { Seconds: '3600' },
    submit: 'Set the time lock',
    asksBack: true,
    came: async (realm) =>
      bare<AnyData>(await realm.get('/custody/status')).boundaries.some(
        ({ timeLock }: AnyData) => timeLock === 3600
      ),
  },
  {
    operation: 'registerRecoveryKey',
    at: inRealm('/custody'),
    open: 'Recovery key',
    fill: { 'Address of the key': ADDRESS },
    submit: 'Register the key',
    asksBack: true,
    came: async ({ client, id }) => {
      const audit = await client.get('/api/v1/auth/audit', { realmId: id })
      return accepted(audit).entries.find(({ eventType }: AnyData) =>
        /^recovery_key/.test(eventType)
      )
    },
  },
  {
    operation: 'armBoundary',
    at: inRealm('/custody'),
    open: 'Arm',
    fill: { 'Address of the co-signer': ADDRESS },
    submit: 'Arm it',
    asksBack: true,
    came: async (realm) => {
      const tried = ['/users/ann/wallet', '/vault/safe'].map((path) => realm.withdraw(path, '1'))
      return (await Promise.all(tried)).find(({ error }) => error?.code === 'COSIGN_REQUIRED')
    },
  },
  {
    operation: 'acceptKey',
    at: handedOver,
    open: signedByHeir,
    submit: 'Bring the signature',
    came: async (realm) => (await keysOf(realm, waiting.heir)).recoveryKey === heir.address,
  },
  {
    operation: 'cancelKey',
    at: mistyped,
    open: 'Take back',
    row: '/mistyped',
    fill: { Role: '=recovery_key' },
    submit: 'Take it back',
    came: async (realm) => (await keysOf(realm, waiting.mistyped)).waiting.length === 0,
  },
  {
    operation: 'proposeInheritance',
    at: locked,
    open: bySuccessor,
    submit: 'Show what is to be signed',
    // Nothing is stored before the signature comes, and no guardian serves this installation.
    came: async (realm) => (await keysOf(realm, waiting.inherited)).waiting.length === 0,
  },
  {
    operation: 'proposeWithdrawal',
    at: armed,
    open: 'Co-signed withdrawal',
    fill: TERMS,
    submit: 'Show what is to be signed',
    // Nothing is stored before the signature comes.
    came: async (realm) => (await realm.settled('/armed/a')) === '50.00',
  },
  {
    operation: 'createCosignedWithdrawal',
    at: inRealm('/custody'),
    open: signed,
    submit: 'Withdraw',
    asksBack: true,
    came: asked('withdrawal', '7.50'),
  },
]
