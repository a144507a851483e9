import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Chromium } from '#tests/support/browser'
import type * as Client from '#clients/typescript/src/index'

const FOLDER = 'clients/typescript'

test.group('browser | the TypeScript client', (group) => {
  const chromium = Chromium.for(group)
  group.setup(() => {
    execFileSync(process.execPath, ['build.js'], { cwd: app.makePath(FOLDER) })
  })

  test('signs in, signs a transfer and streams it, by what a page has', async ({ assert }) => {
    const { page, consoleErrors } = await chromium.visit()
    await page.route('**/client/**', (route) => {
      const [, file] = new URL(route.request().url()).pathname.split('/client/')
      return route.fulfill({ path: app.makePath(FOLDER, 'build/esm', file!) })
    })
    await page.goto('/')
    const visitor = { email: `${randomUUID()}@example.com`, baseUrl: new URL(page.url()).origin }
    const result = await page.evaluate(async ({ email, baseUrl }) => {
      const address = '/client/index.js'
      const { LedgerClient, SigningKey } = (await import(address)) as typeof Client
      const { idToken } = await new LedgerClient({ baseUrl }).dev.createIdToken({
        email,
        name: 'Ada',
      })
      const client = await LedgerClient.signIn({ baseUrl, idToken, orgName: 'Pages' })
      const signingKey = await SigningKey.generate()
      await client.signingKeys.create({ name: 'Page', publicKey: signingKey.publicKey })
      const { id } = await client.realms.create({ name: 'Page' })
      const credential = client.session!.token
      const realm = new LedgerClient({ baseUrl, credential, signingKey }).inRealm(id)
      for (const path of ['/a', '/b']) {
        const { operation } = await realm.objects.create({ path })
        await realm.settled(operation!)
      }
      const opened = await realm.deposits.create({ objectPath: '/a', amount: '10.00' })
      await realm.settled(opened.operation)
      const stream = realm.stream()
      await stream.watch('/b')
      const told = new Promise((resolve) => stream.on('balance.updated', resolve))
      const move = { sourceObjectPath: '/a', targetObjectPath: '/b', amount: '1.00' }
      const { operation } = await realm.transfers.create(move)
      const { balance } = (await told) as Client.FrameOf<'balance.updated'>
      stream.close()
      const { reconciliation } = await realm.reconciliations.create({
        objectPath: '/a',
        format: 'csv',
        mapping: { date: 'Date', amount: 'Amount' },
        file: new File(['Date,Amount\n2026-01-02,1.00\n'], 'bank.csv'),
      })
      return [operation.state, balance.path, reconciliation.file.name]
    }, visitor)
    assert.deepEqual(result, ['completed', '/b', 'bank.csv'])
    assert.isEmpty(consoleErrors)
  })
})
