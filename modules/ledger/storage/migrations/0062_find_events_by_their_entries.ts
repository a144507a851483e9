import { BaseSchema } from '@adonisjs/lucid/schema'

const TABLES = ['events', 'deltas']

/**
 * The entries of an operation lead to its events and its deltas, which each had an index of their own for that.
 * Each index is looked for first: after an end between the two steps, as when the second one waits too long for
 * whoever reads the table, the first one would fail at every later start.
 */
export default class extends BaseSchema {
  async up() {
    for (const table of TABLES) this.#unless(table, false, `DROP KEY ${table}_operation`)
  }

  async down() {
    for (const table of TABLES)
      this.#unless(table, true, `ADD KEY ${table}_operation (operation_id)`)
  }

  #unless(table: string, isThere: boolean, change: string) {
    this.defer(async (database) => {
      const sql = `SHOW KEYS FROM ${table} WHERE Key_name = '${table}_operation'`
      const [keys] = (await database.rawQuery(sql)) as [unknown[]]
      if (keys.length > 0 !== isThere) await database.rawQuery(`ALTER TABLE ${table} ${change}`)
    })
  }
}
