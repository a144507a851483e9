import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { median } from './report.ts'

/** Names of the server's own counters, by what they are shown as. */
const COUNTERS = {
  statements: 'Questions',
  commits: 'Com_commit',
  writes: 'Handler_write',
  updates: 'Handler_update',
  reads: 'Handler_read_key',
  redoBytes: 'Innodb_lsn_current',
} as const

type Counter = keyof typeof COUNTERS

export type Counted = Record<Counter, number>

/** What a database does for a request, from its own counters; whatever else asks it counts too. */
export class DatabaseCounts {
  private constructor(private connection: Connection) {}

  static async open(): Promise<DatabaseCounts> {
    return new DatabaseCounts(
      await createConnection({
        host: process.env.DB_HOST,
        port: Number(process.env.DB_PORT),
        user: process.env.DB_USER,
        password: process.env.DB_PASSWORD,
      })
    )
  }

  async read(): Promise<Counted> {
    const [rows] = await this.connection.query<RowDataPacket[]>(
      'SHOW GLOBAL STATUS WHERE Variable_name IN (?)',
      [Object.values(COUNTERS)]
    )
    const values = new Map(rows.map((row) => [row.Variable_name as string, Number(row.Value)]))
    return each((counter) => values.get(COUNTERS[counter])!)
  }

  /** By how much the counters have moved, for one of the requests. */
  between(from: Counted, to: Counted, requests: number): Counted {
    return each((counter) => (to[counter] - from[counter]) / requests)
  }

  shown(rounds: readonly Counted[]): string {
    const names = Object.keys(COUNTERS) as Counter[]
    return names
      .map((name) => {
        const value = median(rounds.map((round) => round[name]))
        return `${name} ${value.toFixed(value < 100 ? 2 : 0)}`
      })
      .join(', ')
  }

  close(): Promise<void> {
    return this.connection.end()
  }
}

function each(value: (counter: Counter) => number): Counted {
  const names = Object.keys(COUNTERS) as Counter[]
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Counted
}
