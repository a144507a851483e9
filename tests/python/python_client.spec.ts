import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { BASE_URL, Client } from '#tests/support/client'

/** A generator that is kept, and not made for this service. It runs on Python 3.10 and later. */
const GENERATOR = 'openapi-python-client'
const VERSION = '0.29.1'
const PYTHON = process.env.PYTHON ?? 'python3'
const MISSING = `${PYTHON} cannot make an environment. Install Python 3.10 or later with its "venv" (Debian: apt-get install python3-venv), or name one with PYTHON=…`

interface Ran {
  code: number
  out: string
}

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: tmpdir(), env: { ...process.env, ...env }, maxBuffer: 1 << 26 }
    execFile(command, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, out: error ? `${stdout}${stderr}${error.message}` : stdout })
    )
  })
}

/** An environment with the generator, which is kept beside the other dependencies. */
async function environment(): Promise<string> {
  const folder = app.makePath('node_modules/.cache', `${GENERATOR}-${VERSION}`)
  const generator = join(folder, 'bin', GENERATOR)
  if (existsSync(generator)) return folder
  const made = await run(PYTHON, ['-m', 'venv', '--clear', folder])
  if (made.code !== 0) throw new Error(`${MISSING}\n${made.out}`)
  const install = ['install', '--quiet', `${GENERATOR}==${VERSION}`]
  const installed = await run(join(folder, 'bin/pip'), install)
  if (installed.code !== 0) throw new Error(`${GENERATOR} was not installed.\n${installed.out}`)
  return folder
}

test.group('python | a client that is generated from the API document alone', (group) => {
  let folder: string
  let python: string
  let generated: Ran

  group.setup(async () => {
    const installed = await environment()
    python = join(installed, 'bin/python')
    folder = await mkdtemp(join(tmpdir(), 'python_client_'))
    const { body } = await Client.anonymous().get('/openapi.json')
    const document = join(folder, 'openapi.json')
    await writeFile(document, JSON.stringify(body))
    const made = ['--path', document, '--output-path', join(folder, 'client'), '--meta', 'setup']
    // Without hooks, which only format what is generated.
    const config = join(folder, 'config.json')
    await writeFile(config, '{ "post_hooks": [] }')
    const args = ['generate', ...made, '--config', config, '--fail-on-warning']
    generated = await run(join(installed, 'bin', GENERATOR), args)
    return () => rm(folder, { recursive: true, force: true })
  })

  test('the generator understands every operation and every schema', ({ assert }) => {
    assert.equal(generated.code, 0, generated.out)
    assert.notInclude(generated.out, 'Warning')
  })

  test('signs in, moves money once, and reads the refusal of too much', async ({ assert }) => {
    const program = app.makePath('tests/python/first_calls.py')
    const env = {
      BASE_URL,
      EMAIL: `${randomUUID()}@example.com`,
      PYTHONPATH: join(folder, 'client'),
    }
    const { code, out } = await run(python, [program], env)
    assert.equal(code, 0, out)
    assert.deepEqual(JSON.parse(out), {
      outcome: {
        status: 'completed',
        amount: '25.00',
        denomination: 'USD',
        sourceNewBalance: '75.00',
        targetNewBalance: '24.95',
        fee: { amount: '0.05', denomination: 'USD' },
      },
      replayed: 'true',
      once: true,
      refusal: [400, 'INSUFFICIENT_BALANCE'],
      objects: ['/users/ada', '/users/bob'],
    })
  })
})
