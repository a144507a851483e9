import { glob, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { pluck } from '#tests/support/client'
import {
  brokenMigrations,
  migrationsIn,
  ofManySteps,
  sameNumbers,
  type MigrationSource,
} from '#tests/support/migration_law'

/** Part of the first release, before which there was no other. */
const BEFORE_THE_LAW = [
  'modules/auth/storage/migrations/0018_chain_credential_audit.ts',
  'modules/custody/storage/migrations/0023_create_custody_boundaries.ts',
  'modules/ledger/storage/migrations/0019_close_realms.ts',
  'modules/payment_links/storage/migrations/0006_find_links_by_hash.ts',
  'modules/payment_links/storage/migrations/0007_drop_readable_tokens.ts',
  'modules/venue/storage/migrations/0003_extend_venue_feeds.ts',
]

/** They have run, each under its name. */
const TWINS = [
  'database/migrations/0002_create_kept_answers.ts',
  'database/migrations/0002_create_signature_claims.ts',
  'modules/custody/storage/migrations/0051_create_custody_foreign_settlements.ts',
  'modules/custody/storage/migrations/0051_keep_waiting_cosigners.ts',
  'modules/custody/storage/migrations/0052_create_custody_key_consents.ts',
  'modules/custody/storage/migrations/0052_find_failed_items_of_batches.ts',
]

/** They have run, in most places. */
const OF_MANY_STEPS = [
  'modules/custody/storage/migrations/0012_create_custody_settlements.ts',
  'modules/custody/storage/migrations/0023_create_custody_boundaries.ts',
  'modules/custody/storage/migrations/0036_create_custody_vault_moves.ts',
  'modules/custody/storage/migrations/0037_create_custody_houses.ts',
  'modules/ledger/storage/migrations/0019_close_realms.ts',
  'modules/ledger/storage/migrations/0027_index_feeds_by_type.ts',
  'modules/ledger/storage/migrations/0053_let_holds_be_taken_in_parts.ts',
  'modules/venue/storage/migrations/0008_create_venue_feed_commands.ts',
  'modules/venue/storage/migrations/0034_create_venue_live_signers.ts',
]

const RELEASED = ['0.1.0', '0.2.0']

async function allMigrations(): Promise<MigrationSource[]> {
  const folders: string[] = []
  for await (const folder of glob(['modules/*/storage/migrations', 'database/migrations'], {
    cwd: app.makePath(),
  })) {
    folders.push(folder)
  }
  const found = await Promise.all(
    folders.sort().map((folder) => migrationsIn(app.makePath(folder), folder))
  )
  return found.flat()
}

async function releasedVersions(): Promise<string[]> {
  const changelog = await readFile(app.makePath('CHANGELOG.md'), 'utf8')
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+) - /gm)].map(([, version]) => version!)
}

const TABLE = `CREATE TABLE visits (id BIGINT NOT NULL, note VARCHAR(100) NULL, kind VARCHAR(8)
  CHARACTER SET ascii NOT NULL, fee DECIMAL(18,6) NOT NULL, amount INT UNSIGNED NOT NULL, PRIMARY KEY (id))`

function planted(sql: string, more = ''): MigrationSource[] {
  const text = (statement: string, last: string) =>
    `export default class extends BaseSchema {\n  async up() {\n    this.schema.raw(\`${statement}\`)\n  }\n\n` +
    `  async down() {\n    this.schema.raw('DROP TABLE visits')\n  }\n${last}}\n`
  return [
    { file: '0001_create', text: text(TABLE, '') },
    { file: '0002_change', text: text(sql, more) },
  ]
}

test.group('code base | migrations', () => {
  test('no migration removes what the release before still uses', async ({ assert }) => {
    const broken = brokenMigrations(await allMigrations(), await releasedVersions())
    const isOld = (problem: string) => BEFORE_THE_LAW.some((file) => problem.startsWith(file))
    const news = broken.filter((problem) => !isOld(problem))
    assert.deepEqual(news, [])
  })

  test('a migration does one step', async ({ assert }) => {
    assert.deepEqual(ofManySteps(await allMigrations()), OF_MANY_STEPS)
    const [one] = planted('ALTER TABLE visits ADD COLUMN more INT NULL')
    assert.deepEqual(ofManySteps([one!]), [])
    const both = { file: 'both', text: `${one!.text.split('async down')[0]}'DROP TABLE notes'` }
    assert.deepEqual(ofManySteps([both]), ['both'])
  })

  test('no two migrations of a folder have one number', async ({ assert }) => {
    assert.deepEqual(sameNumbers(pluck(await allMigrations(), 'file')), TWINS)
    const [one, other] = ['a/0001_create_visits.ts', 'a/0001_create_notes.ts']
    assert.deepEqual(sameNumbers([one, other, 'a/0002_more.ts', 'b/0001_more.ts']), [one, other])
  })

  test('{0} is refused: it {1}')
    .with([
      ['DROP TABLE visits', 'drops a table'],
      ['TRUNCATE visits', 'renames or empties a table'],
      ['RENAME TABLE visits TO calls', 'renames or empties a table'],
      ['ALTER TABLE visits DROP COLUMN note', 'drops visits.note'],
      ['ALTER TABLE visits DROP note', 'drops visits.note'],
      ['ALTER TABLE visits DROP PRIMARY KEY', 'drops visits.PRIMARY'],
      ['ALTER TABLE visits RENAME TO calls', 'renames something of visits'],
      ['ALTER TABLE visits RENAME COLUMN note TO text', 'renames something of visits'],
      ['ALTER TABLE visits CHANGE note text TEXT NULL', 'renames something of visits'],
      ['ALTER TABLE visits ADD COLUMN a INT NULL, DROP COLUMN note', 'drops visits.note'],
      ['ALTER TABLE visits ADD a INT NOT NULL', 'adds visits.a as NOT NULL without a default'],
      [
        'ALTER TABLE visits ADD UNIQUE KEY one (note)',
        'makes something of visits unique that was not',
      ],
      ['ALTER TABLE visits MODIFY note VARCHAR(50) NULL', 'narrows visits.note'],
      ['ALTER TABLE visits MODIFY note VARCHAR(100) NOT NULL', 'narrows visits.note'],
      ['ALTER TABLE visits MODIFY COLUMN id INT NOT NULL', 'narrows visits.id'],
      ['ALTER TABLE visits MODIFY amount INT NOT NULL', 'narrows visits.amount'],
      ['ALTER TABLE visits MODIFY fee DECIMAL(18,8) NOT NULL', 'narrows visits.fee'],
      [
        'ALTER TABLE visits MODIFY kind VARCHAR(8) CHARACTER SET utf8mb4 NOT NULL',
        'narrows visits.kind',
      ],
    ] as [string, string][])
    .run(({ assert }, [sql, why]) => {
      assert.deepEqual(brokenMigrations(planted(sql), RELEASED), [`0002_change ${why}`])
    })

  test('{$self} is let through')
    .with([
      'ALTER TABLE visits ADD COLUMN a INT NULL',
      'ALTER TABLE visits ADD a INT NOT NULL DEFAULT 0, ADD KEY visits_a (a)',
      'ALTER TABLE visits ADD b INT AS (amount + 1) STORED NOT NULL',
      'ALTER TABLE visits MODIFY note VARCHAR(200) NULL',
      'ALTER TABLE visits MODIFY fee DECIMAL(36,6) NULL',
      'ALTER TABLE visits MODIFY amount BIGINT UNSIGNED NOT NULL',
      'ALTER TABLE visits DROP KEY visits_note',
      'CREATE INDEX visits_note ON visits (note)',
    ])
    .run(({ assert }, sql) => {
      assert.deepEqual(brokenMigrations(planted(sql), RELEASED), [])
    })

  test('what nothing needs since a release may go, not since one to come', ({ assert }) => {
    const since = (version: string) =>
      brokenMigrations(
        planted('DROP TABLE visits', `\n  static unneededSince = '${version}'\n`),
        RELEASED
      )
    assert.deepEqual(since('0.2.0'), [])
    assert.deepEqual(since('0.3.0'), [
      '0002_change says that nothing needs it since 0.3.0, which is not released',
    ])
  })
})
