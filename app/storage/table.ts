import type { Micros } from '#app/clock/clock'
import { sqlToMicros, sqlToRfc3339, toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import { inParts } from '#app/storage/row_parts'
import type { SqlReader, SqlSession, SqlParameter, SqlValue } from '#app/storage/database'

/** How one field of an entity is written and read. NULL is null in every column. */
export interface Column<Value> {
  /**
   * The column's name, when it is not the field's in snake_case; in a table that is only read, any
   * SQL.
   */
  name: string | undefined
  write: (value: Value & {}) => SqlValue
  read: (value: string) => unknown
}

/** An object in an entity, whose fields have columns of their own. */
export interface Part<Value> {
  columns: Columns<Value & {}>
}

/** A column for every field of the entity: a forgotten one does not compile. */
export type Columns<Entity> = {
  [Name in keyof Entity]-?: Column<Entity[Name]> | Part<Entity[Name]>
}

type Writer = Pick<SqlSession, 'write'>

/** Text, ids, and decimals, which stay text. */
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

/** A DATETIME(6) that is shown in RFC 3339 as it is stored; for reading only. */
export function shownTime<Value extends string | null = string>(name?: string): Column<Value> {
  return { name, write: notWritten, read: sqlToRfc3339 }
}

/** Money: a DECIMAL(36,6). */
export function money<Value extends Atoms | null>(name?: string): Column<Value> {
  return { name, write: atomsToColumn, read: columnToAtoms }
}

/** A whole number of any size: amounts in base units, gas, wei. */
export function integer<Value extends bigint | null>(name?: string): Column<Value> {
  return { name, write: String, read: BigInt }
}

/** JSON that is kept as text. */
export function json<Value>(name?: string): Column<Value> {
  return { name, write: (value) => JSON.stringify(value), read: JSON.parse }
}

/** @param columns the first is NULL where there is no such part, and never else */
export function part<Value extends object | null>(columns: Columns<Value & {}>): Part<Value> {
  return { columns }
}

/** Columns that a store writes beside an entity, and that no field of the entity has. */
export type Also = Record<string, SqlValue>

interface Field extends Column<never> {
  /** The part of the entity that the field belongs to; null for a field of the entity itself. */
  part: string | null
  field: string
  name: string
  /** The column's name in a row that was read. */
  alias: string
}

type Fields = Record<string, unknown>

/**
 * One table, or several that are read as one: its columns, and how an entity becomes a row and a
 * row an entity. The rest of a statement is SQL, so that conditions, locks and their order can be
 * read where they are used.
 */
export class Table<Entity extends object> {
  #fields: readonly Field[]
  /** All columns, for INSERT. */
  readonly columns: string
  /** All columns, each under the name of its field, for SELECT. */
  readonly selected: string
  /** Ends an INSERT that takes the place of a row that exists. */
  readonly overwriting: string

  /** @param name with its joins, where several are read as one */
  constructor(
    readonly name: string,
    columns: Columns<Entity>
  ) {
    this.#fields = fieldsOf(columns)
    this.columns = this.#fields.map((field) => field.name).join(', ')
    this.selected = this.#fields.map(({ name: sql, alias }) => `${sql} AS \`${alias}\``).join(', ')
    const changes = this.#fields.map(({ name: column }) => `${column} = VALUES(${column})`)
    this.overwriting = `ON DUPLICATE KEY UPDATE ${changes.join(', ')}`
  }

  /** @param rest the text after columns and table: `WHERE id = ? FOR UPDATE` */
  async all(
    reader: SqlReader,
    rest: string,
    values: readonly SqlParameter[] = []
  ): Promise<Entity[]> {
    const rows = await reader.read<object>(
      `SELECT ${this.selected} FROM ${this.name} ${rest}`,
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

  /** @param rest what follows the rows: `ON DUPLICATE KEY UPDATE state = VALUES(state)` */
  async insert(
    writer: Writer,
    entities: Entity | readonly Entity[],
    also: Also = {},
    rest = ''
  ): Promise<void> {
    await this.#insert('INSERT', writer, entities, also, rest)
  }

  /**
   * Inserts rows; a row that exists stays as it is.
   *
   * @returns how many rows are new
   */
  insertNew(
    writer: Writer,
    entities: Entity | readonly Entity[],
    also: Also = {}
  ): Promise<number> {
    return this.#insert('INSERT IGNORE', writer, entities, also, '')
  }

  /**
   * Changes these fields in the rows that the condition names; a field that is undefined stays.
   *
   * @returns how many rows were changed
   */
  async update(
    writer: Writer,
    changes: Partial<Entity>,
    rest: string,
    values: readonly SqlParameter[]
  ): Promise<number> {
    const given = changes as Fields
    const fields = this.#fields.filter(({ part: of, field }) => given[of ?? field] !== undefined)
    if (fields.length === 0) return 0
    const { affectedRows } = await writer.write(
      `UPDATE ${this.name} SET ${fields.map(({ name }) => `${name} = ?`).join(', ')} ${rest}`,
      [...fields.map((field) => valueOf(field, given)), ...values]
    )
    return affectedRows
  }

  /** The row of an entity, in the order of `columns`. */
  valuesOf(entity: Entity): SqlValue[] {
    return this.#fields.map((field) => valueOf(field, entity as Fields))
  }

  /** @param row has all that is `selected` */
  entityOf(row: object): Entity {
    const entity: Fields = {}
    for (const { part: of, field, alias, read } of this.#fields) {
      const value = (row as Record<string, string | null>)[alias]!
      const found = value === null ? null : read(value)
      if (of === null) entity[field] = found
      else if (entity[of]) (entity[of] as Fields)[field] = found
      else if (!(of in entity)) entity[of] = value === null ? null : { [field]: found }
    }
    return entity as Entity
  }

  async #insert(
    how: string,
    writer: Writer,
    entities: Entity | readonly Entity[],
    also: Also,
    rest: string
  ): Promise<number> {
    const columns = [this.columns, ...Object.keys(also)].join(', ')
    const beside = Object.values(also)
    let affected = 0
    for (const some of inParts([entities].flat() as Entity[])) {
      const { affectedRows } = await writer.write(
        `${how} INTO ${this.name} (${columns}) VALUES ? ${rest}`,
        [some.map((entity) => [...this.valuesOf(entity), ...beside])]
      )
      affected += affectedRows
    }
    return affected
  }
}

function fieldsOf(columns: object, of: string | null = null): Field[] {
  return Object.entries(columns as Record<string, Column<never> | Part<object>>).flatMap(
    ([field, column]) => {
      if ('columns' in column) return fieldsOf(column.columns, field)
      const alias = of === null ? field : `${of}.${field}`
      return [{ ...column, part: of, field, name: column.name ?? snakeCase(field), alias }]
    }
  )
}

function valueOf({ part: of, field, write }: Field, entity: Fields): SqlValue {
  const holder = of === null ? entity : (entity[of] as Fields | null)
  const value = holder?.[field] ?? null
  return value === null ? null : write(value as never)
}

function notWritten(): never {
  throw new Error('A column that is only read was written')
}

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
