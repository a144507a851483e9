import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { createWalletClient, http, type Account, type Hex } from 'viem'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { ReadRecoveryKit } from '#modules/custody/services/read_recovery_kit'
import { FarSigner } from '#tests/functional/custody/support/far_signer'
import { heldRealm } from '#tests/functional/custody/support/held_realm'
import { DELAY_SECONDS, HELD, LimitedPools } from '#tests/functional/custody/support/limited_pools'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { Holder, giveKey, zoneOf } from '#tests/functional/custody/support/holder'
import { Wallet, freshAddress, tokensOf } from '#tests/functional/custody/support/withdrawing'
import { Chromium, WIDTHS } from '#tests/support/browser'
import { TestRealm } from '#tests/support/client'
import { viemAccount } from '#tests/unit/custody/contracts/support/protected_realm'

let holder: Holder
let address: string
let directory: string

const MONTH_SECONDS = 30 * 24 * 3600
const WALLET =
  'window.ethereum = { request: ({ method, params = [] }) => window.askWallet(method, params) }'

/** A wallet, which talks to a node of the chain and not to the service. */
function walletOf(account: Account, { provider, settings }: CustodyChain) {
  const transport = http(settings.rpcUrls[0])
  const wallet = createWalletClient({ account, transport })
  return async (method: string, params: unknown[]): Promise<unknown> => {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method !== 'eth_sendTransaction') return provider.request(method, params)
    const { to, data } = params[0] as { to: Hex; data: Hex }
    return wallet.sendTransaction({ to, data, chain: null })
  }
}

test.group('browser | recovery kit', (group) => {
  const chromium = Chromium.for(group)
  group.setup(async () => {
    holder = await Holder.appear()
    const realm = await TestRealm.open()
    const boundaryId = await zoneOf(realm, '/vault')
    await realm.account('/vault/a', '40.00')
    await giveKey(realm, boundaryId, holder)
    const kit = await realm.get('/custody/recovery-kit', { boundaryId, format: 'html' })
    directory = await mkdtemp(join(tmpdir(), 'recovery-kit-'))
    const file = join(directory, 'kit.html')
    await writeFile(file, kit.body as string)
    address = pathToFileURL(file).href
    return () => rm(directory, { recursive: true })
  })

  test('a person without a wallet is told what to do', async ({ assert }) => {
    const visit = await chromium.visit()
    const { page } = visit
    await page.goto(address)
    await page.getByRole('button', { name: 'Connect the wallet' }).click()
    await page.getByText('No wallet was found').waitFor()
    assert.match(await page.locator('#commands').innerText(), /cast send 0x.* "lock\(bytes32\)"/)
    for (const width of WIDTHS) {
      await visit.resize(width)
      assert.equal(await visit.sidewaysScroll(), 0, `at ${width} px`)
    }
    assert.isEmpty(await visit.accessibilityProblems())
  })

  test('the holder locks, unlocks and takes all, and asks no server', async ({ assert }) => {
    const { page } = await chromium.visit()
    await page.exposeFunction('askWallet', walletOf(holder.account, await chainOfApp()))
    await page.addInitScript(WALLET)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(address)
    await page.getByRole('button', { name: 'Connect the wallet' }).click()
    const state = page.getByRole('status')
    const shows = (text: string) => state.getByText(text).waitFor()
    await shows('The boundary is active and holds 40.000000. You hold its key.')
    await page.getByRole('button', { name: 'lock', exact: true }).click()
    await shows('The boundary is locked')
    await page.getByRole('button', { name: 'unlock' }).click()
    await shows('The boundary is active')

    const leave = page.getByRole('button', { name: 'recoveryWithdraw' })
    const destination = freshAddress()
    await leave.click()
    await page.getByText('Enter an address').waitFor()
    await page.getByLabel('Address that gets the money').fill(destination)
    await leave.click()
    await shows('The boundary is frozen for ever and holds 0.000000')
    assert.equal(await tokensOf(destination), 40_000_000n)
  })

  /** The page of a live realm, which its holder has open with their wallet. */
  async function openedBy(pools: LimitedPools, realm: Awaited<ReturnType<typeof heldRealm>>) {
    const reader = await pools.service.make(ReadRecoveryKit)
    const kit = await reader.run(realm.builder, realm.about.realmId, realm.boundaryId)
    // Its chain is another one than that of the app, which is not to be a month older.
    const text = JSON.stringify({ ...kit, look: reader.look(kit) }).replaceAll('"', '&quot;')
    const page = (await readFile(join(directory, 'kit.html'), 'utf8')).replace(
      /data-kit="[^"]*"/,
      () => `data-kit="${text}"`
    )
    const file = join(directory, `${realm.about.realmId}.html`)
    await writeFile(file, page)
    const { page: tab } = await chromium.visit()
    await tab.exposeFunction('askWallet', walletOf(viemAccount(realm.holder), pools.chain))
    await tab.addInitScript(WALLET)
    tab.on('dialog', (dialog) => void dialog.accept())
    await tab.goto(pathToFileURL(file).href)
    const state = tab.getByRole('status')
    return { tab, state, shows: (words: string) => state.getByText(words).waitFor() }
  }

  test('in a live realm a successor is refused by the holder, or inherits after a month', async ({
    assert,
    cleanup,
  }) => {
    const pools = await LimitedPools.start(new FarSigner())
    cleanup(() => pools.stop())
    const realm = await heldRealm(pools)
    await realm.lock()
    const { tab, state, shows } = await openedBy(pools, realm)
    const heir = new Wallet()
    await realm.proposed(heir)
    await tab.getByRole('button', { name: 'Connect the wallet' }).click()
    await shows(`${heir.address.toLowerCase()} is to have its key from`)
    await tab.getByRole('button', { name: 'refuseInheritance' }).click()
    await tab.getByText('refuseInheritance: done').waitFor()
    await state.filter({ hasNotText: 'is to have its key' }).waitFor()

    await pools.indexed()
    await realm.proposed(heir)
    await pools.pass(MONTH_SECONDS + 60)
    await tab.getByRole('button', { name: 'completeInheritance' }).click()
    await shows(`Its key is ${heir.address.toLowerCase()}`)
    assert.containSubset(await realm.onChain(), { recoveryKey: heir.address, status: 2n })

    const other = await heldRealm(pools)
    const live = await openedBy(pools, other)
    await live.tab.getByRole('button', { name: 'Connect the wallet' }).click()
    await live.shows('The boundary is active and holds')
    await live.tab.getByRole('button', { name: 'lock', exact: true }).click()
    await live.shows('The boundary is locked')
    const destination = freshAddress()
    await live.tab.getByLabel('Address that gets the money').fill(destination)
    const leave = live.tab.getByRole('button', { name: 'recoveryWithdraw' })
    await leave.click()
    await live.shows('frozen for ever and holds 1000.000000. What is left was new to it')
    await pools.pass(2 * DELAY_SECONDS)
    await leave.click()
    await live.shows('The boundary is frozen for ever and holds 0.000000')
    const token = pools.chain.plan.liveToken!
    assert.equal(await pools.world.read('TestUSD', token, 'balanceOf', [destination]), HELD)
  })
})
