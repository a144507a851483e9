import { glob, readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import { ChainRail } from '#modules/custody/services/chain_rail'
import { IndexPools } from '#modules/custody/services/index_pools'
import { KeepVaults } from '#modules/custody/services/keep_vaults'
import { ProtectBoundary } from '#modules/custody/services/protect_boundary'
import { WatchBalanceSheets } from '#modules/custody/services/watch_balance_sheets'
import { chainOf, noChain } from '#tests/functional/custody/support/chain_desk'
import { processOn } from '#tests/functional/custody/support/process'
import { pluck } from '#tests/support/client'

type Service = new (...needs: never[]) => object

/** Singletons that a provider makes by hand, and why their constructors cannot say it. */
const MADE_BY_HAND: Record<string, Record<string, string>> = {
  'app/extension/singleton.ts': { service: 'the one way' },
  'providers/host_provider.ts': {
    Clock: 'stands for an abstract class',
    RateLimits: 'configuration',
    Inside: 'configuration',
    Database: 'wraps what Lucid binds by name',
    StartGate: 'configuration',
  },
  'providers/queue_provider.ts': {
    QueueHost: 'configuration',
    WorkerPool: 'gives its jobs a resolver',
  },
  'providers/realtime_provider.ts': { Wakes: 'configuration' },
  'modules/auth/provider.ts': {
    AuthSettings: 'configuration',
    AccessControl: 'stands for an abstract class',
  },
  'modules/approvals/provider.ts': { ApprovalDesk: 'stands for an abstract class' },
  'modules/ledger/provider.ts': {
    RealmLookup: 'stands for an abstract class',
    Poster: 'is told whom to wake',
  },
  'modules/custody/provider.ts': {
    CustodyChain: 'configuration',
    ChainNames: 'stands for an abstract class',
  },
  'modules/venue/provider.ts': {
    MarketList: 'configuration',
    RealmBooks: 'stands for an abstract class',
    RealmPassRunner: 'stands for an abstract class',
    AdvanceFeed: 'configuration, and is told whom to wake',
    LiveConnection: 'configuration',
  },
}

async function sources(): Promise<{ file: string; text: string }[]> {
  const found = []
  for await (const file of glob('{app,modules,providers}/**/*.ts', { cwd: app.makePath() })) {
    found.push({ file, text: await readFile(app.makePath(file), 'utf8') })
  }
  return found
}

async function load(file: string): Promise<Record<string, Service>> {
  return import(app.makeURL(file).href)
}

async function singletons(): Promise<Service[]> {
  const found = []
  for (const { file, text } of await sources()) {
    for (const [, isDefault, name] of text.matchAll(
      /^@singleton\(\)\nexport (default )?class (\w+)/gm
    )) {
      found.push((await load(file))[isDefault ? 'default' : name!]!)
    }
  }
  return found
}

test.group('host | services', () => {
  test('every singleton can be built', async ({ assert }) => {
    const services = await singletons()
    assert.isAbove(services.length, 50)
    for (const service of services) {
      assert.instanceOf(await app.container.make(service), service, service.name)
    }
  })

  test('custody is built without a chain, and says so when it needs one', async ({ assert }) => {
    const process = await processOn(await noChain())
    for (const service of [ChainRail, IndexPools, KeepVaults, WatchBalanceSheets]) {
      assert.instanceOf(await process.make(service), service, service.name)
    }
    const protect = await process.make(ProtectBoundary)
    const refusal = await protect.find('a realm', 'a boundary').catch((error: unknown) => error)
    assert.equal((refusal as ServiceError).code, 'CHAIN_UNAVAILABLE')
  })

  test('with a wrong chain setting no movement falls to the ledger’s rail', async ({ assert }) => {
    const chain = await chainOf(() => {
      throw new Error('CHAIN_ID is missing')
    })
    const rail = await (await processOn(chain)).make(ChainRail)
    assert.throws(() => rail.carries({} as Movement), 'CHAIN_ID is missing')
  })

  test('a controller and what it takes are built once, not per request', async ({ assert }) => {
    const perRequest = pluck(
      (await sources())
        .filter(({ file }) => /_(controller|middleware)\.ts$/.test(file))
        .filter(({ text }) => text.includes('\n  constructor('))
        .filter(({ text }) => !text.includes('\n@singleton()\nexport default class ')),
      'file'
    )
    assert.isEmpty(perRequest)
  })

  test('a singleton is hand-made only where its constructor cannot say it', async ({ assert }) => {
    const made: Record<string, string[]> = {}
    for (const { file, text } of await sources()) {
      const names = [...text.matchAll(/container\.singleton\(\s*(\w+)/g)].map(([, name]) => name!)
      if (names.length > 0) made[file] = names
    }
    const known = Object.entries(MADE_BY_HAND).map(([file, names]) => [file, Object.keys(names)])
    assert.deepEqual(made, Object.fromEntries(known))
  })
})
