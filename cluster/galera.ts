import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { freePort } from '../bin/launcher/base/ports.js'
import { initStatements, OWNER_USER, RUNTIME_USER } from '../bin/launcher/services/mariadb.js'
import { findProgram } from '../bin/launcher/services/packages.js'
import { waitFor } from './wait.ts'

const run = promisify(execFile)
const HOME = '127.0.0.1'
export const DATABASE = 'service'
const PROVIDER = '/usr/lib/galera/libgalera_smm.so'
/** A node that has a copy of everything made for it may take its time. */
const JOIN_MS = 180_000
const SYNCED = '4'
/** What copies a node gives up the rights of root, and could not write its files. */
const NOBODY = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : null

interface Ports {
  sql: number
  group: number
  state: number
  copy: number
}

/** One MariaDB of the cluster, as durable as that of `npm start`. */
export class GaleraNode {
  #process: ChildProcess | null = null

  private constructor(
    readonly name: string,
    private directory: string,
    private ports: Ports,
    private password: string,
    /** Kept when the data is gone. */
    private log: string
  ) {}

  /**
   * A node without data.
   *
   * @param logs the directory of its log
   */
  static async create(
    name: string,
    { parent, logs }: { parent: string; logs: string },
    password: string
  ): Promise<GaleraNode> {
    const [sql, group, state, copy] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    const directory = join(parent, name)
    for (const each of [directory, join(directory, 'tmp'), join(directory, 'data')]) {
      mkdirSync(each)
      if (NOBODY) chownSync(each, NOBODY.uid, NOBODY.gid)
    }
    const log = join(logs, `${name}.log`)
    return new GaleraNode(name, directory, { sql, group, state, copy }, password, log)
  }

  get port(): number {
    return this.ports.sql
  }

  get group(): number {
    return this.ports.group
  }

  /** A plain server on new data, which makes the users of the service. */
  async startAlone(): Promise<void> {
    await run(
      findProgram('mariadb-install-db')!,
      [
        '--no-defaults',
        `--datadir=${this.#data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ],
      { env: this.#env(), ...NOBODY }
    )
    const file = join(this.directory, 'init.sql')
    const statements = initStatements({
      port: this.port,
      password: this.password,
      runtimePassword: this.password,
      databases: [DATABASE],
      durable: true,
    })
    writeFileSync(file, `${statements.join('\n')}\n`, { mode: 0o600 })
    if (NOBODY) chownSync(file, NOBODY.uid, NOBODY.gid)
    this.#spawn([`--init-file=${file}`, '--wsrep-on=OFF'])
    await this.#answering()
  }

  /**
   * The first node of a new cluster; the others join those that are named.
   */
  async startInCluster(others: readonly GaleraNode[]): Promise<void> {
    const position = await this.#position()
    const { group, state, copy } = this.ports
    const members = others.map((each) => `${HOME}:${each.group}`).join(',')
    this.#spawn([
      '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`,
      '--wsrep-cluster-name=ledger',
      `--wsrep-cluster-address=gcomm://${members}`,
      `--wsrep-node-name=${this.name}`,
      `--wsrep-node-address=${HOME}`,
      `--wsrep-provider-options=gmcast.listen_addr=tcp://${HOME}:${group};ist.recv_addr=${HOME}:${state};gcache.size=256M`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=${HOME}:${copy}`,
      ...(position === null ? [] : [`--wsrep-start-position=${position}`]),
    ])
    await this.synced()
  }

  async synced(): Promise<void> {
    const what = `the node ${this.name} to be in step`
    const inStep = async () => {
      if (!this.#isRunning) throw new Error(`${this.name} ended while it started: see ${this.log}`)
      return (await this.state()) === SYNCED
    }
    await waitFor(what, inStep, JOIN_MS)
  }

  /** `4` when it is in step; null when it does not answer. */
  async state(): Promise<string | null> {
    const sql = "SHOW STATUS LIKE 'wsrep_local_state'"
    const rows = await this.query<{ Value: string }>(sql).catch(() => [])
    return rows[0]?.Value ?? null
  }

  /** Waits until the node has all that was committed on any of them, and asks it then. */
  queryInStep<Row>(sql: string): Promise<Row[]> {
    return this.query(sql, ['SET SESSION wsrep_sync_wait = 1'])
  }

  /** @param before statements of the same session */
  async query<Row>(sql: string, before: readonly string[] = []): Promise<Row[]> {
    const connection = await createConnection({
      host: HOME,
      port: this.port,
      user: OWNER_USER,
      password: this.password,
      database: DATABASE,
      connectTimeout: 5000,
    })
    try {
      for (const statement of before) await connection.query(statement)
      const [rows] = await connection.query<RowDataPacket[]>(sql)
      return rows as Row[]
    } finally {
      connection.destroy()
    }
  }

  /** As when its machine loses its power. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }

  get #isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null
  }

  get #data(): string {
    return join(this.directory, 'data')
  }

  get #state(): string {
    return join(this.#data, 'grastate.dat')
  }

  /** Where a node stopped: with it, it asks only for what it missed, and not for a copy of everything. */
  async #position(): Promise<string | null> {
    if (!existsSync(this.#state)) return null
    const log = join(this.directory, 'recover.log')
    const args = [...this.#place(), `--wsrep-provider=${PROVIDER}`, '--wsrep-recover']
    await run(findProgram('mariadbd')!, [...args, `--log-error=${log}`], {
      env: this.#env(),
      ...NOBODY,
    })
    const found = /Recovered position: (\S+:-?\d+)/g
    return [...readFileSync(log, 'utf8').matchAll(found)].at(-1)?.[1] ?? null
  }

  #place(): string[] {
    return [
      '--no-defaults',
      `--datadir=${this.#data}`,
      `--socket=${join(this.directory, 's')}`,
      `--pid-file=${join(this.directory, 'pid')}`,
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--default-storage-engine=InnoDB',
    ]
  }

  #spawn(args: string[]) {
    const log = openSync(this.log, 'a')
    this.#process = spawn(
      findProgram('mariadbd')!,
      [
        ...this.#place(),
        `--port=${this.port}`,
        `--bind-address=${HOME}`,
        '--character-set-server=utf8mb4',
        '--collation-server=utf8mb4_unicode_ci',
        '--default-time-zone=+00:00',
        '--skip-name-resolve',
        '--performance-schema=OFF',
        '--max-connections=400',
        '--innodb-flush-log-at-trx-commit=1',
        '--innodb-buffer-pool-size=256M',
        ...args,
      ],
      { stdio: ['ignore', log, log], env: this.#env(), ...NOBODY }
    )
  }

  #env(): NodeJS.ProcessEnv {
    // The scripts that copy a node are found by PATH.
    return { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: join(this.directory, 'tmp') }
  }

  #answering(): Promise<void> {
    const answers = () =>
      this.query('SELECT 1').then(
        () => true,
        () => false
      )
    return waitFor(`the database ${this.name}`, answers, JOIN_MS)
  }
}

/** The settings of a process that reaches the database at a port. */
export function databaseEnv(port: number, password: string, user = RUNTIME_USER) {
  return {
    DB_HOST: HOME,
    DB_PORT: String(port),
    DB_USER: user,
    DB_PASSWORD: password,
    DB_DATABASE: DATABASE,
  }
}
