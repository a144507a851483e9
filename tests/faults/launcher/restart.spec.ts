import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { Client, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { Installation } from './installation.ts'

async function chainCall<Result = string>(url: string, method: string, params: unknown[] = []) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result: Result }
  return answer.result
}

const blockNumber = async (installation: Installation) =>
  Number(await chainCall(installation.chainUrl(), 'eth_blockNumber'))

/** A start costs more than anything these tests do with it: each takes over what the one before left. */
test.group('launcher | restart', (group) => {
  let installation: Installation
  /** The height of the chain at each stop in order; the launcher keeps a snapshot of the last two. */
  const heights: number[] = []

  group.setup(async () => {
    installation = await Installation.create('launcher_restart')
    return () => installation.remove()
  })

  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const running = await installation.up()
    heights.push(await blockNumber(installation))
    return running.stop(signal)
  }

  test('a second start is refused while the first runs, which goes on', async ({ assert }) => {
    const first = await installation.up()
    const second = await installation.launch('start').ended
    assert.equal(second.code, 1)
    assert.include(second.output, `already runs here at ${installation.url}`)
    const reset = await installation.launch('reset').ended
    assert.equal(reset.code, 1)
    assert.include(reset.output, 'Stop it first')
    assert.equal((await fetch(`${installation.url}/health/live`)).status, 200)
    assert.isFalse(first.hasEnded)
  })

  test('a taken HTTP port names the way out and starts nothing', async ({ assert }) => {
    await installation.up()
    const second = await Installation.create('launcher_second', installation.port)
    const { code, output } = await second.launch('start').ended
    assert.equal(code, 1)
    assert.match(output, new RegExp(`Port ${installation.port} is in use: process \\d+`))
    assert.include(output, 'npm start')
    assert.equal(second.running().size, 0)
    await second.remove()
  })

  test('the start after a SIGKILL cleans up and keeps the chain', async ({ assert }) => {
    const killed = await installation.up()
    await chainCall(installation.chainUrl(), 'anvil_mine', ['0x7'])
    const height = await blockNumber(installation)
    const before = installation.running()
    await killed.stop('SIGKILL')
    assert.includeMembers(installation.survivors(), ['mariadb', 'redis', 'chain'])
    const next = await installation.up()
    assert.match(next.output, /Stopped what a killed launcher had left running/)
    assert.match(next.output, /Tables .*as they were/)
    assert.notEqual(installation.running().get('mariadb')?.pid, before.get('mariadb')?.pid)
    assert.isAtLeast(await blockNumber(installation), height)
  })

  test('a start waits for one that is stopping, and finds its tables', async ({ assert }) => {
    const first = await installation.up()
    first.process.kill('SIGTERM')
    await eventually('the first to stop', async () => first.output.includes('Stopping') || null)
    const next = await installation.start()
    assert.containSubset(await first.ended, { code: 0 })
    assert.match(next.output, /Tables .*as they were/)
  })

  test('server and worker cannot touch the triggers of the journal', async ({ assert }) => {
    await installation.up()
    const connection = await installation.asService()
    for (const statement of [
      'DROP TRIGGER journal_entries_refuse_update',
      'ALTER TABLE journal_entries ADD COLUMN more INT',
      'DROP TABLE journal_legs',
      'CREATE TRIGGER mine BEFORE UPDATE ON journal_legs FOR EACH ROW SET @a = 1',
    ]) {
      await assert.rejects(() => connection.query(statement), /denied/)
    }
    const [grants] = await connection.query('SHOW GRANTS')
    assert.notMatch(JSON.stringify(grants), /ALL PRIVILEGES|TRIGGER|DROP|ALTER/)
    await connection.end()
    // The next start meets an installation as another version left it.
    await installation.becomeAnother()
  })

  function stopsAt(signal: NodeJS.Signals) {
    test(`${signal} stops everything in order and exits with 0`, async ({ assert }) => {
      assert.containSubset(await stop(signal), { code: 0 })
      assert.deepEqual(installation.survivors(), [])
    })
  }

  stopsAt('SIGTERM')

  test('a start gives an older installation its two database users', async ({ assert }) => {
    const { output } = await installation.up()
    assert.equal((await fetch(`${installation.url}/health/ready`)).status, 200)
    assert.notMatch(output, /Tables .*as they were/, 'expected the tables to be looked at again')
    await (await installation.asService()).end()
  })

  test('SIGINT while a dead part is being started again stops everything', async ({ assert }) => {
    const launched = await installation.up()
    heights.push(await blockNumber(installation))
    process.kill(installation.running().get('mariadb')!.pid, 'SIGKILL')
    await eventually('it to be told', async () => /started again/.test(launched.output) || null)
    const { code, output } = await launched.stop('SIGINT')
    assert.equal(code, 0, output)
    assert.deepEqual(installation.survivors(), [])
  })

  test('a torn newest chain snapshot falls back to the one before it', async ({ assert }) => {
    while (heights.length < 2) await stop()
    const directory = join(installation.dataDir, 'chain', 'snapshots')
    const newest = readdirSync(directory).sort().at(-1)!
    truncateSync(join(directory, newest), 100)
    assert.match((await installation.up()).output, /snapshot is unreadable/)
    assert.isAtLeast(await blockNumber(installation), heights.at(-2)!)
  })

  test('a backup before a settlement’s end learns it, and pays no more', async ({
    assert,
    cleanup,
  }) => {
    await installation.up()
    const realm = await (await Client.signIn(undefined, installation.url)).realm()
    accepted(await realm.declareZone('/vault'))
    await realm.account('/ann', '10')
    await realm.object('/vault/ann')
    const chain = installation.chainUrl()
    await chainCall(chain, 'evm_setAutomine', [false])
    const { id } = await realm.transfer('/ann', '/vault/ann', '4')
    const transactions = async () =>
      accepted(await realm.evidence(id)).evidence.journal.chainTransactions
    // One that waited long has been replaced by another, and both are shown.
    const confirmed = async () =>
      (await transactions()).filter(({ status }: AnyData) => status === 'confirmed')
    // The transaction of the zone may still wait as well, and a backup from before the settlement's own knows another one.
    await eventually('the settlement to be sent', async () => {
      const pool = await chainCall<{ pending: string }>(chain, 'txpool_status')
      return (Number(pool.pending) > 0 && (await transactions()).length > 0) || null
    })
    await stop()
    const books = join(installation.dataDir, 'mysql')
    const backup = join(installation.dataDir, 'backup')
    cleanup(() => rmSync(backup, { recursive: true, force: true }))
    cpSync(books, backup, { recursive: true })

    await installation.up()
    await realm.completed(id)
    const settled = await confirmed()
    assert.lengthOf(settled, 1)
    await stop()
    rmSync(books, { recursive: true })
    cpSync(backup, books, { recursive: true })

    await installation.up()
    await realm.completed(id)
    assert.deepEqual(pluck(await confirmed(), 'txHash'), pluck(settled, 'txHash'))
    const sheet = await eventually('the sheet to be measured', async () => {
      const { body } = await realm.get('/custody/boundary-balance-sheet')
      return (body as AnyData).poolMeasurable === true ? (body as AnyData) : null
    })
    assert.containSubset(sheet, { contractTotal: '10.00', conservation: true })
    const ofVault = sheet.boundaries.find(({ isDefault }: AnyData) => !isDefault)
    assert.equal(ofVault.onChain, '3.95', 'expected the chain to have paid once, less the fee')
  })

  stopsAt('SIGHUP')

  test('a reset after the stop removes the data and nothing else', async ({ assert }) => {
    assert.containSubset(await installation.launch('reset').ended, { code: 0 })
    assert.deepEqual(readdirSync(installation.dataDir), [])
  })
})
