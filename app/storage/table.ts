import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { SqlReader, SqlSession, SqlParameter, SqlValue } from '#app/storage/database'

/** How one field of an entity is written and read. NULL is null in every column. */
export interface Column<Value> {
  /** The column's name where it is not the field's in snake_case. */
  name: string | undefined
  write: (value: Value & {}) => SqlValue
  read: (value: string) => unknown
}

/** Every field of the entity has a column: a forgotten one does not compile. */
export type Columns<Entity> = { [Name in keyof Entity]-?: Column<Entity[Name]> }

type Writer = Pick<SqlSession, 'write'>

/** Text, ids and decimals, which stay text. */
export function text<Value extends string | null>(name?: string): Column<Value> {
  return { name, write: (value) => value, read: (value) => value }
}

export function bytes<Value extends Buffer | null>(name?: string): Column<Value> {
  return { name, write: (value) => value, read: (value) => value }
}

/** A whole number that a JS number holds exactly; never money. */
export function count<Value extends number | null>(name?: string): Column<Value> {
  return { name, write: (value) => value, read: Number }
}

export function flag<Value extends boolean | null>(name?: string): Column<Value> {
  return { name, write: (value) => value, read: (value) => Number(value) === 1 }
}

/** A DATETIME(6). */
export function time<Value extends Micros | null>(name?: string): Column<Value> {
  return { name, write: toSqlDatetime, read: sqlToMicros }
}

/** JSON that is kept as text. */
export function json<Value>(name?: string): Column<Value> {
  return { name, write: (value) => JSON.stringify(value), read: JSON.parse }
}

interface Field extends Column<never> {
  field: string
  name: string
}

/**
 * One table: which columns it has, how an entity becomes a row and a row an entity. Statements say
 * the rest in SQL, so that conditions, locks and their order can be read where they are used.
 */
export class Table<Entity extends object> {
  #fields: Field[]
  #byName: Map<string, Field>
  /** All columns, for SELECT and INSERT. */
  readonly columns: string

  constructor(
    readonly name: string,
    columns: Columns<Entity>
  ) {
    this.#fields = Object.entries<Column<never>>(columns).map(([field, column]) => {
      return { ...column, field, name: column.name ?? snakeCase(field) }
    })
    this.#byName = new Map(this.#fields.map((field) => [field.field, field]))
    this.columns = this.#fields.map(({ name: column }) => column).join(', ')
  }

  /** @param rest what follows the columns and the table: `WHERE id = ? FOR UPDATE` */
  async all(
    reader: SqlReader,
    rest: string,
    values: readonly SqlParameter[] = []
  ): Promise<Entity[]> {
    const rows = await reader.read<object>(
      `SELECT ${this.columns} FROM ${this.name} ${rest}`,
      values
    )
    return rows.map((row) => this.entityOf(row))
  }

  /** The first row, or null. */
  async first(
    reader: SqlReader,
    rest: string,
    values: readonly SqlParameter[]
  ): Promise<Entity | null> {
    const [entity] = await this.all(reader, rest, values)
    return entity ?? null
  }

  async insert(writer: Writer, entity: Entity) {
    await writer.write(`INSERT INTO ${this.name} (${this.columns}) VALUES ?`, [
      [this.valuesOf(entity)],
    ])
  }

  /**
   * Changes what these fields say, in the rows that the condition names.
   *
   * @returns in how many rows
   */
  async update(
    writer: Writer,
    changes: Partial<Entity>,
    rest: string,
    values: readonly SqlParameter[]
  ): Promise<number> {
    const set = Object.entries<unknown>(changes).map(([name, value]) => {
      const field = this.#byName.get(name)!
      return { sql: `${field.name} = ?`, value: writeValue(field, value) }
    })
    const { affectedRows } = await writer.write(
      `UPDATE ${this.name} SET ${set.map(({ sql }) => sql).join(', ')} ${rest}`,
      [...set.map(({ value }) => value), ...values]
    )
    return affectedRows
  }

  /** The row of an entity, in the order of `columns`. */
  valuesOf(entity: Entity): SqlValue[] {
    return this.#fields.map((field) => writeValue(field, entity[field.field as keyof Entity]))
  }

  /** @param row has all `columns` */
  entityOf(row: object): Entity {
    const entity: Record<string, unknown> = {}
    for (const { field, name, read } of this.#fields) {
      const value = (row as Record<string, string | null>)[name]!
      entity[field] = value === null ? null : read(value)
    }
    return entity as Entity
  }
}

function writeValue(field: Field, value: unknown): SqlValue {
  return value === null ? null : field.write(value as never)
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
