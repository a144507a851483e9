import { existsSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { LIMITS } from '#app/limits'
import { ROOM, poolMib } from '../../../bin/launcher/services/mariadb.js'
import { SERVER_FLAGS, WORKER_FLAGS } from '../../../bin/process_flags.js'
import { imageRecipe } from '#tests/support/image_recipe'
import { composeServices, manifests, shippedParts } from '#tests/support/shipped_parts'

const image = imageRecipe()
const read = (file: string) => readFileSync(app.makePath(file), 'utf8')

const DECLARED = new Set(
  [...read('start/env.ts').matchAll(/^ {2}([A-Z][A-Z_]*): /gm)].map(([, name]) => name!)
)

/** Roles of deploy/run, with the entry point or the command of ace that each executes. */
const ROLES = new Map(
  [...read('deploy/run').matchAll(/^ {2}(\w+)\) exec node (.*) ;;$/gm)].map(
    ([, role, line]) => [role!, line!] as const
  )
)

test.group('host | shipping', () => {
  test('deploy/run executes entry points and commands that exist', async ({ assert }) => {
    assert.sameMembers([...ROLES.keys()], ['server', 'worker', 'all', 'migrate'])
    await ace.boot()
    for (const [role, line] of ROLES) {
      const command = /ace\.js (\S+)/.exec(line)?.[1]
      const entry = /(\S+\.ts)/.exec(line)?.[1]
      assert.isTrue(command ? ace.hasCommand(command) : existsSync(app.makePath(entry!)), role)
    }
  })

  test('deploy/run gives Node.js the flags that the launcher gives it', ({ assert }) => {
    assert.include(ROLES.get('server')!, SERVER_FLAGS.join(' '))
    assert.include(ROLES.get('worker')!, WORKER_FLAGS.join(' '))
  })

  test('what the preflight asks of a database is what we ship, and what the launcher gives its own', ({
    assert,
  }) => {
    const asked = LIMITS.databaseRoomBytes / 2 ** 20
    const shipped = [...read('deploy/mariadb.cnf').matchAll(/^(innodb_\w+_size) = (\d+)M$/gm)]
    assert.deepEqual(Object.fromEntries(shipped.map(([, name, mib]) => [name, Number(mib)])), {
      innodb_buffer_pool_size: asked,
      innodb_log_file_size: asked,
    })
    assert.deepEqual([ROOM.poolMib.most, ROOM.logMib], [asked, asked])
  })

  test('a database of the launcher takes a quarter of the memory, within its bounds')
    .with([
      { memoryMib: 256, poolMib: 128 },
      { memoryMib: 1024, poolMib: 256 },
      { memoryMib: 2047.9, poolMib: 511 },
      { memoryMib: 65_536, poolMib: 512 },
    ])
    .run(({ assert }, { memoryMib, poolMib: expected }) => {
      assert.equal(poolMib(memoryMib * 2 ** 20), expected)
    })

  test('the image takes one stage over whole, and copies what exists', ({ assert }) => {
    const copies = image.image.filter(({ name }) => name === 'COPY').map(({ text }) => text)
    assert.deepEqual(copies, [`--from=build ${image.home} ./`])
    const names = image.image.map(({ name }) => name)
    assert.notInclude(names, 'RUN', 'what runs in the last stage no test executes')
    const sources = image.build.flatMap(({ name, text }) =>
      name === 'COPY' ? text.split(' ').slice(0, -1) : []
    )
    const missing = sources.filter((source) => !existsSync(app.makePath(source)))
    assert.deepEqual(missing, [])
    const inside = [...image.entrypoint, ...image.healthcheck].map((path) =>
      path.replace(`${image.home}/`, '')
    )
    const absent = inside.filter((path) => !existsSync(app.makePath(path)))
    assert.deepEqual(absent, [])
    assert.isTrue(ROLES.has(image.command[0]!))
    assert.isAbove(Math.min(...image.user), 0)
    assert.deepEqual(image.ports.map(String), [image.env.PORT!, image.env.WORKER_PORT!])
    const undeclared = Object.keys(image.env).filter((name) => !DECLARED.has(name))
    assert.deepEqual(undeclared, [])
  })

  for (const part of shippedParts()) {
    test(`${part.file}: ${part.role} fits the code`, async ({ assert }) => {
      assert.isTrue(ROLES.has(part.role), `deploy/run knows no ${part.role}`)
      const undeclared = part.settings.filter((name) => !DECLARED.has(name))
      assert.deepEqual(undeclared, [])
      assert.notInclude(['root', '0', 0, '0:0'], part.user)
      assert.isTrue(part.readOnly)
      assert.isAbove(part.stopSeconds * 1000, LIMITS.httpRequestTimeoutMs)
      assert.deepEqual(part.ports, {
        PORT: Number(image.env.PORT),
        WORKER_PORT: Number(image.env.WORKER_PORT),
      })
      const router = await app.container.make('router')
      const own = part.role === 'worker' ? part.ports.WORKER_PORT : part.ports.PORT
      for (const { path, port } of part.probes) {
        assert.isNotNull(router.match(path, 'GET', true), path)
        assert.equal(port, own, path)
      }
    })
  }

  test('compose, systemd and Kubernetes each run server, worker and migrations', ({ assert }) => {
    const parts = shippedParts()
    for (const kind of ['compose', 'systemd', 'kubernetes']) {
      const roles = parts.filter(({ file }) => file.startsWith(kind)).map(({ role }) => role)
      assert.sameMembers(roles, ['server', 'worker', 'migrate'], kind)
    }
  })

  test('compose gives no secret a default, and nothing runs as root', ({ assert }) => {
    const text = read('deploy/compose.yaml')
    const defaulted = [...text.matchAll(/\$\{(\w+)(?!:\?|\w)[^}]*\}/g)].map(([found]) => found)
    assert.deepEqual(defaulted, [])
    for (const [name, service] of Object.entries(composeServices())) {
      assert.match(service.user ?? 'root', /^[1-9]\d+:[1-9]\d+$/, name)
      assert.include(service.security_opt ?? [], 'no-new-privileges:true', name)
    }
  })

  test('only migrations know the owner of the tables', ({ assert }) => {
    const OWNER = /DB_MIGRATION|owner/
    const services = Object.entries(composeServices()).filter(([, { environment = {} }]) =>
      Object.keys(environment).some((name) => OWNER.test(name))
    )
    const names = services.map(([name]) => name)
    assert.sameMembers(names, ['migrate', 'database'])
    for (const role of ['server', 'worker']) {
      assert.notMatch(read(`deploy/systemd/ledger-custody-${role}.service`), OWNER)
      assert.notMatch(read(`deploy/kubernetes/${role}.yaml`), OWNER)
    }
  })

  test('only workers are given the key of the operator', ({ assert }) => {
    const KEY = /OPERATOR_KEY|operator_key/
    const services = Object.entries(composeServices()).filter(([, service]) =>
      KEY.test(JSON.stringify(service))
    )
    const names = services.map(([name]) => name)
    assert.deepEqual(names, ['worker'])
    for (const role of ['server', 'migrate', 'worker']) {
      const unit = read(`deploy/systemd/ledger-custody-${role}.service`)
      const pod = read(`deploy/kubernetes/${role}.yaml`)
      assert.equal(KEY.test(unit), role === 'worker', `systemd: ${role}`)
      assert.equal(KEY.test(pod), role === 'worker', `kubernetes: ${role}`)
    }
  })

  test('a pod runs without rights, and a budget keeps one of each deployment', ({ assert }) => {
    const all = manifests().map(({ manifest }) => manifest)
    const selectors = (kind: string) =>
      all.filter((manifest) => manifest.kind === kind).map(({ spec }) => spec.selector)
    assert.sameDeepMembers(selectors('PodDisruptionBudget'), selectors('Deployment'))
    for (const { metadata, spec } of all) {
      if (!spec.template) continue
      const { spec: pod } = spec.template
      assert.isTrue(pod.securityContext.runAsNonRoot, metadata.name)
      // A service called redis would set REDIS_PORT to an address.
      assert.isFalse(pod.enableServiceLinks, metadata.name)
      for (const { securityContext } of pod.containers) {
        assert.containSubset(securityContext, {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
      }
    }
  })

  test('every setting that compose and the scripts read is declared', ({ assert }) => {
    const files = ['compose.yaml', 'database_users.sh', 'live.js']
    const named = files.flatMap((file) => [
      ...read(`deploy/${file}`).matchAll(/\$\{?([A-Z_]+)|env\.([A-Z_]+)/g),
    ])
    const names = named.map(([, shell, script]) => shell ?? script!)
    const ofImages = /^(MARIADB_|REDISCLI_)/
    assert.isAbove(names.length, 20)
    const ours = names.filter((name) => !ofImages.test(name))
    const undeclared = ours.filter((name) => !DECLARED.has(name))
    assert.deepEqual(undeclared, [])
  })
})
