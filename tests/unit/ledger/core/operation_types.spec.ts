import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { typesWith } from '#modules/ledger/core/operation_types'

/** Lists of types that no code can be shared with: an auditor's program, and what a browser loads. */
const LISTS = [
  {
    file: 'modules/ledger/verifier/check_operations.ts',
    list: /\[([^\]]+)\]\.includes\(\s*operation\.type/,
    what: 'the types that always move something',
    types: typesWith('moves', 'amount', 'something'),
  },
  {
    file: 'modules/console/browser/pages/operation.js',
    list: /const REVERSIBLE = new Set\(\[([^\]]+)\]/,
    what: 'the types that can be reversed',
    types: typesWith('reversible', true),
  },
]

test.group('ledger | types of operations', () => {
  test('{file} lists {what}')
    .with(LISTS)
    .run(async ({ assert }, { file, list, what, types }) => {
      const [, listed = ''] = list.exec(await readFile(app.makePath(file), 'utf8')) ?? []
      const found = [...listed.matchAll(/'(\w+)'/g)].map(([, type]) => type!)
      const next = `in ${file}, list ${what}: ${types.join(', ')} (see An operation type of the ledger, docs/changing.md)`
      assert.sameMembers(found, types, next)
    })
})
