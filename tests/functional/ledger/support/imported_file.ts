import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { ImportBooks } from '#modules/ledger/services/import/import_books'
import { PlanImport, type ImportPlan } from '#modules/ledger/services/import/plan_import'
import { readMapping } from '#modules/ledger/services/import/read_mapping'
import type { TestRealm } from '#tests/support/client'

/** A mapping as its file has it. */
export interface MappingFile {
  name: string
  columns: Record<string, string>
  [field: string]: unknown
}

export const HISTORY: MappingFile = {
  name: 'old',
  columns: { id: 'id', source: 'from', target: 'to', amount: 'amount', at: 'at', note: 'note' },
  separator: ':',
  outside: ['world'],
}

export const HEADER = 'id,from,to,amount,at,note'

/** Imports texts as files into a realm, with the command. */
export class ImportedFiles {
  private constructor(private folder: string) {}

  static async open(): Promise<ImportedFiles> {
    return new ImportedFiles(await mkdtemp(join(tmpdir(), 'import-')))
  }

  remove() {
    return rm(this.folder, { recursive: true })
  }

  async #files(csv: string | Buffer, mapping: unknown) {
    const [file, mappingFile] = ['books.csv', 'mapping.json'].map((name) =>
      join(this.folder, `${crypto.randomUUID()}-${name}`)
    )
    await writeFile(file!, csv)
    await writeFile(mappingFile!, typeof mapping === 'string' ? mapping : JSON.stringify(mapping))
    return [file!, mappingFile!] as const
  }

  /** @returns the arguments of the command */
  async written(realm: TestRealm, csv: string | Buffer, mapping: unknown = HISTORY) {
    const [file, mappingFile] = await this.#files(csv, mapping)
    return [file, `--realm=${realm.id}`, `--mapping=${mappingFile}`]
  }

  /** Imports without the command, whose errors are printed. */
  async books(realm: TestRealm, csv: string): Promise<void> {
    await this.book(await this.plan(realm, csv))
  }

  /** What an import would do now. */
  async plan(realm: TestRealm, csv: string): Promise<ImportPlan> {
    const [file, mappingFile] = await this.#files(csv, HISTORY)
    const planner = await app.container.make(PlanImport)
    return planner.run(realm.id, file, await readMapping(mappingFile))
  }

  async book(plan: ImportPlan): Promise<void> {
    await (await app.container.make(ImportBooks)).run(plan)
  }

  async run(realm: TestRealm, csv: string | Buffer, mapping?: unknown, ...flags: string[]) {
    return imported([...(await this.written(realm, csv, mapping)), ...flags])
  }
}

/** Runs the command. @returns how it ended, and the lines that it printed, without their colours */
export async function imported(args: string[]): Promise<{ code: number; lines: string[] }> {
  ace.ui.switchMode('raw')
  try {
    const command = await ace.exec('ledger:import', args)
    const lines = command.ui.logger.getLogs().map(({ message }) => message)
    if (command.error) throw command.error
    return { code: command.exitCode ?? 0, lines }
  } finally {
    ace.ui.switchMode('normal')
  }
}

/** Balances of all objects, by path. */
export async function balancesOf(realm: TestRealm): Promise<Record<string, string>> {
  const { data } = await realm.get('/objects/aggregate', { prefix: '/' })
  const objects = data.objects as { path: string; valueUsd: string }[]
  return Object.fromEntries(objects.map(({ path, valueUsd }) => [path, valueUsd]))
}
