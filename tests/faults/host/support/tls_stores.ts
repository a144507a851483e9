import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { createConnection } from 'mysql2/promise'
import { freePort } from '../../../../bin/launcher/base/ports.js'
import { generateSecrets } from '../../../../bin/launcher/base/secrets.js'
import {
  OWNER_USER,
  RUNTIME_USER,
  initStatements,
} from '../../../../bin/launcher/services/mariadb.js'
import { findProgram } from '../../../../bin/launcher/services/packages.js'
import { eventually } from '#tests/support/client'

const run = promisify(execFile)
const DATABASE = 'service'
const HOME = 'localhost'

/**
 * What production asks for, on this machine: a MariaDB with a binary log and a Redis, both with the
 * configuration of deploy/ and a certificate of an authority that only this test knows.
 */
export class TlsStores {
  readonly #secrets = generateSecrets()
  readonly #children: ChildProcess[] = []
  #databasePort = 0
  #redisPort = 0

  private constructor(readonly directory: string) {}

  static async start(): Promise<TlsStores> {
    const directory = join(process.env.TEST_DATA_DIR ?? app.tmpPath(), 'tls_stores')
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(join(directory, 'tmp'), { recursive: true })
    const stores = new TlsStores(directory)
    await stores.#makeAuthority()
    await stores.certify(HOME)
    await Promise.all([stores.#startDatabase(), stores.#startRedis()])
    return stores
  }

  get authority(): string {
    return join(this.directory, 'ca.pem')
  }

  get certificate() {
    return { key: join(this.directory, 'server.key'), cert: join(this.directory, 'server.pem') }
  }

  /** The settings of a service that uses them as it should. */
  get env(): Record<string, string> {
    return {
      DB_HOST: HOME,
      DB_PORT: String(this.#databasePort),
      DB_USER: RUNTIME_USER,
      DB_PASSWORD: this.#secrets.databaseRuntimePassword,
      DB_DATABASE: DATABASE,
      DB_TLS: 'true',
      DB_CA_FILE: this.authority,
      BINLOG_BACKUP: 'confirmed',
      REDIS_HOST: HOME,
      REDIS_PORT: String(this.#redisPort),
      REDIS_PASSWORD: this.#secrets.redisPassword,
      REDIS_TLS: 'true',
      REDIS_CA_FILE: this.authority,
    }
  }

  /** What a migration has besides. */
  get ownerEnv(): Record<string, string> {
    return { DB_USER: OWNER_USER, DB_PASSWORD: this.#secrets.databasePassword }
  }

  /** Makes a certificate for a name; servers that run take it with `reload`. */
  async certify(name: string): Promise<void> {
    const { key, cert } = this.certificate
    const request = join(this.directory, 'server.csr')
    const extensions = join(this.directory, 'san.txt')
    writeFileSync(extensions, `subjectAltName=DNS:${name}\n`)
    await openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      request,
      '-subj',
      '/CN=server'
    )
    const by = ['-CA', this.authority, '-CAkey', join(this.directory, 'ca.key'), '-CAcreateserial']
    await openssl(
      'x509',
      '-req',
      '-in',
      request,
      ...by,
      '-days',
      '2',
      '-extfile',
      extensions,
      '-out',
      cert
    )
  }

  /** A change past the service. */
  async write(sql: string, values: readonly string[]): Promise<void> {
    await this.read(sql, values)
  }

  async read(sql: string, values: readonly string[] = []): Promise<unknown> {
    const connection = await this.#connect()
    await connection.query(`USE ${DATABASE}`)
    const [rows] = await connection.query(sql, [...values])
    await connection.end()
    return rows
  }

  /** The tables that migrations have made for this test process. */
  async takeTables(): Promise<void> {
    const statements = JSON.parse(readFileSync(process.env.TEST_TABLES!, 'utf8')) as string[]
    const connection = await this.#connect()
    await connection.query(`USE ${DATABASE}`)
    for (const statement of statements) await connection.query(statement)
    await connection.end()
  }

  /** Takes a physical backup, while the database works. @returns its directory */
  async backUp(): Promise<string> {
    const target = join(this.directory, 'backup')
    const access = ['--user=root', `--socket=${join(this.directory, 'db.sock')}`]
    const backUp = ['--no-defaults', ...access, '--backup', `--target-dir=${target}`]
    await run(findProgram('mariadb-backup')!, backUp)
    return target
  }

  async reload(): Promise<void> {
    const connection = await this.#connect()
    await connection.query('FLUSH SSL')
    await connection.end()
    const { key, cert } = this.certificate
    const config = ['tls-cert-file', cert, 'tls-key-file', key]
    const how = ['-p', String(this.#redisPort), '--tls', '--insecure', '--no-auth-warning']
    const env = { ...process.env, REDISCLI_AUTH: this.#secrets.redisPassword }
    await run('redis-cli', [...how, 'CONFIG', 'SET', ...config], { env })
  }

  async stop(): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exit = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await exit
    }
    rmSync(this.directory, { recursive: true, force: true })
  }

  async #makeAuthority() {
    const key = ['-keyout', join(this.directory, 'ca.key'), '-out', this.authority]
    await openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      ...key,
      '-days',
      '2',
      '-subj',
      '/CN=authority'
    )
  }

  async #startDatabase() {
    this.#databasePort = await freePort()
    const data = join(this.directory, 'mysql')
    const env = { ...process.env, TMPDIR: join(this.directory, 'tmp') }
    const asRoot = userInfo().uid === 0 ? ['--user=root'] : []
    const install = ['--auth-root-authentication-method=normal', '--skip-test-db']
    const place = ['--no-defaults', ...asRoot, `--datadir=${data}`]
    await run(findProgram('mariadb-install-db')!, [...place, ...install], { env })
    const initFile = join(this.directory, 'init.sql')
    const statements = initStatements({
      port: this.#databasePort,
      password: this.#secrets.databasePassword,
      runtimePassword: this.#secrets.databaseRuntimePassword,
      databases: [DATABASE],
      durable: true,
    })
    // For `reload` alone; the rights of the owner end with its tables.
    statements.push(`GRANT RELOAD ON *.* TO '${OWNER_USER}'@'127.0.0.1';`)
    writeFileSync(initFile, `${statements.join('\n')}\n`)
    const { key, cert } = this.certificate
    this.#spawn(
      findProgram('mariadbd')!,
      [
        `--defaults-file=${app.makePath('deploy/mariadb.cnf')}`,
        ...place.slice(1),
        `--socket=${join(this.directory, 'db.sock')}`,
        `--port=${this.#databasePort}`,
        '--bind-address=127.0.0.1',
        `--pid-file=${join(this.directory, 'db.pid')}`,
        `--init-file=${initFile}`,
        `--ssl-cert=${cert}`,
        `--ssl-key=${key}`,
      ],
      env
    )
    await eventually('the database to answer', () => this.#databaseAnswers())
  }

  async #databaseAnswers() {
    const connection = await this.#connect().catch(() => null)
    await connection?.end()
    return connection !== null || null
  }

  #connect() {
    return createConnection({
      host: '127.0.0.1',
      port: this.#databasePort,
      user: OWNER_USER,
      password: this.#secrets.databasePassword,
      ssl: { rejectUnauthorized: false },
    })
  }

  async #startRedis() {
    this.#redisPort = await freePort()
    const { key, cert } = this.certificate
    const file = join(this.directory, 'redis.conf')
    const lines = [
      `include ${app.makePath('deploy/redis.conf')}`,
      `tls-port ${this.#redisPort}`,
      'bind 127.0.0.1',
      `tls-cert-file ${cert}`,
      `tls-key-file ${key}`,
      `requirepass ${this.#secrets.redisPassword}`,
      `dir "${this.directory}"`,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    this.#spawn(findProgram('redis-server')!, [file], process.env)
  }

  #spawn(command: string, args: string[], env: NodeJS.ProcessEnv) {
    this.#children.push(spawn(command, args, { stdio: 'ignore', env }))
  }
}

function openssl(...args: string[]) {
  return run('openssl', args)
}
