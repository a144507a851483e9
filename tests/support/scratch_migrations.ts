import app from '@adonisjs/core/services/app'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

type Migration = new (
  client: QueryClientContract,
  file: string
) => { execUp(): Promise<unknown>; execDown(): Promise<unknown> }

/** Runs the migrations of one folder in a database of its own, on the server of this run. */
export class ScratchMigrations {
  private constructor(
    readonly client: QueryClientContract,
    private folder: string,
    readonly remove: () => Promise<void>
  ) {}

  /** @param name of the database, to which the id of this process is added */
  static async in(folder: string, name: string): Promise<ScratchMigrations> {
    const lucid = await app.container.make('lucid.db')
    const scratch = `${name}_${process.pid}`
    const primary = lucid.manager.get('mysql')!.config
    if (primary.client !== 'mysql2') throw new Error('The service runs on another database')
    await lucid.rawQuery(`CREATE DATABASE ${scratch}`)
    const connection = { ...(primary.connection as object), database: scratch }
    lucid.manager.add(scratch, { ...primary, connection })
    return new ScratchMigrations(lucid.connection(scratch), folder, async () => {
      await lucid.manager.close(scratch, true)
      await lucid.rawQuery(`DROP DATABASE ${scratch}`)
    })
  }

  async up(...names: string[]) {
    for (const name of names) await (await this.#step(name)).execUp()
  }

  /** Reverts migrations, the last one first. */
  async down(...names: string[]) {
    for (const name of names.toReversed()) await (await this.#step(name)).execDown()
  }

  async #step(name: string) {
    const { default: Step } = (await import(app.makePath(this.folder, `${name}.ts`))) as {
      default: Migration
    }
    return new Step(this.client, name)
  }
}
