import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { test } from '@japa/runner'
import { writeRows } from '#tests/support/rows'
import { freePort } from '../../../bin/launcher/base/ports.js'
import { Image } from './support/image.ts'

function watched(child: ChildProcess) {
  const part = {
    child,
    output: '',
    ended: new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code))),
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (part.output += chunk.toString()))
  }
  return part
}

test.group('host | the image', (group) => {
  let image: Image
  let env: Record<string, string>

  group.setup(async () => {
    image = await Image.build()
    const database = `${process.env.DB_DATABASE}_image`
    await writeRows(`DROP DATABASE IF EXISTS ${database}`)
    await writeRows(`CREATE DATABASE ${database}`)
    const stores = Object.entries(process.env).filter(([name]) => /^(DB|REDIS)_/.test(name))
    env = {
      ...(Object.fromEntries(stores) as Record<string, string>),
      DB_DATABASE: database,
      QUEUE_PREFIX: '{image}',
      APP_KEY: process.env.APP_KEY!,
      APP_URL: 'http://localhost',
      // Production refuses the stores of the tests.
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
    }
    // Nothing may be left to compile, and nothing can be written.
    const compilers = globSync('node_modules/@swc/core-*', { cwd: image.root })
    for (const compiler of compilers) await rm(image.path(compiler), { recursive: true })
    await image.makeReadOnly()
    return async () => {
      await image.remove()
      await writeRows(`DROP DATABASE IF EXISTS ${database}`)
    }
  })

  test('holds neither tests nor development dependencies nor what npm fetched', ({ assert }) => {
    const absent = ['tests', '.npm', 'node_modules/eslint', 'node_modules/@japa']
    const kept = absent.filter((path) => existsSync(image.path(path)))
    assert.deepEqual(kept, [])
  })

  test('its doctor tells what production refuses', async ({ assert }) => {
    const doctor = watched(image.start({ ...env, NODE_ENV: 'production' }, 'doctor'))
    assert.equal(await doctor.ended, 1, doctor.output)
    assert.include(doctor.output, 'APP_URL: http://localhost is not https')
    assert.include(doctor.output, 'log_bin: The database writes no binary log')
  })

  test('migrates, serves and works as nobody on a read-only file system', async ({ assert }) => {
    // Production asks nothing of a migration but the database.
    const migrate = watched(image.start({ ...env, NODE_ENV: 'production' }, 'migrate'))
    assert.equal(await migrate.ended, 0, migrate.output)
    for (const [role, port] of [
      ['server', 'PORT'],
      ['worker', 'WORKER_PORT'],
    ] as const) {
      const settings = { ...env, PORT: String(await freePort()), WORKER_PORT: '' }
      settings[port] = String(await freePort())
      const check = () => watched(image.check(settings)).ended
      assert.equal(await check(), 1, `nothing answers before the ${role} was started`)
      const part = watched(image.start(settings, role))
      // Told to stop before it is ready, a process ends at once, with another code.
      await Promise.race([once(part.child, 'message'), part.ended])
      assert.equal(await check(), 0, `a ${role} answers as soon as it says that it is ready`)
      part.child.kill('SIGTERM')
      assert.equal(await part.ended, 0, part.output)
    }
  })
})
