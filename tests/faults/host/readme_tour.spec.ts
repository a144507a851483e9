import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { bash } from '#tests/support/bash'
import { Client, eventually } from '#tests/support/client'
import { Installation } from '#tests/faults/launcher/installation'

const SCRIPT = app.makePath('examples/tour.sh')

/** The shell blocks of the tour, in order. */
async function tourOfReadme(): Promise<string> {
  const readme = await readFile(app.makePath('README.md'), 'utf8')
  const tour = readme.split('## Five-minute tour')[1]!.split('\n## ')[0]!
  return [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n')
}

/** The first tick of a fresh installation walks through a year of prices; a script is faster than a reader. */
function hasPrices(url: string) {
  return eventually('the first prices', async () => {
    const { body } = await Client.anonymous(url).get('/health/ready')
    const { checks } = body as { checks: { name: string; ok: boolean }[] }
    return checks.find(({ name }) => name === 'venue-feed')?.ok ? true : null
  })
}

test.group('host | README', () => {
  test('examples/tour.sh is the tour, block by block', async ({ assert }) => {
    const [, script] = (await readFile(SCRIPT, 'utf8')).split('set -euo pipefail\n\n')
    assert.equal(script, await tourOfReadme())
  })

  test('the tour gets from nothing to a settled transfer', async ({ assert }) => {
    const installation = await Installation.create('readme-tour')
    try {
      const launched = await installation.start()
      for (const page of ['/console', '/docs']) {
        assert.include(launched.output, `${installation.url}${page}\n`, 'what to open next')
      }
      await hasPrices(installation.url)
      const { code, out, errors } = await bash([SCRIPT], { BASE: installation.url })
      assert.equal(code, 0, out + errors)
      assert.include(out, '"orgName":"Analytical Engines"')
      assert.include(out, '"status":"completed","amount":"100.00"')
      assert.include(out, '"sourceNewBalance":"75.00"')
      assert.match(out, /^true$/m, 'expected the repeated transfer to be a replay')
      assert.match(out, /transfer\s+-25\.00\ntransfer\s+24\.95\nfee\s+0\.05/)
      assert.match(out, /^2$/m, 'expected the key to count two objects')
      assert.include(out, 'does not permit svc:TransferFrom on /users/bob/wallet')
      assert.match(out, /^99\.95$/m, 'expected the aggregate of both wallets')
      assert.match(out, /^0x[0-9a-fA-F]{40}$/m, 'expected the address of the pool')
      assert.match(out, /^\d{4,6}(\.\d+)?$/m, 'expected a price of BTC')
      assert.match(out, /^completed\n0x[0-9a-f]{64}\n100\.00$/m, 'expected a settled crossing')
      await launched.stop()
    } finally {
      await installation.remove()
    }
  })
})
