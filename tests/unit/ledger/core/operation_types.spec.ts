import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { LEDGER_OPERATION_TYPES, typesWith } from '#modules/ledger/core/operation_types'

/** No caller looks for them: nothing posts the first two, and adjustments are found at what they adjust. */
const NOT_LOOKED_FOR = new Set<string>(['swap', 'fee_distribution', 'adjustment'])

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
  {
    file: 'modules/console/browser/pages/operations.js',
    list: /name: 'type',\s+label: 'Type',\s+options: \[([^\]]+)\]/,
    what: 'the types that people look for, before those of modules',
    types: LEDGER_OPERATION_TYPES.filter((type) => !NOT_LOOKED_FOR.has(type)),
    othersToo: true,
  },
]

test.group('ledger | types of operations', () => {
  test('{file} lists {what}')
    .with(LISTS)
    .run(async ({ assert }, { file, list, what, types, othersToo = false }) => {
      const [, listed = ''] = list.exec(await readFile(app.makePath(file), 'utf8')) ?? []
      const found = [...listed.matchAll(/'(\w+)'/g)].map(([, type]) => type!)
      const known = othersToo
        ? found.filter((type) => LEDGER_OPERATION_TYPES.some((own) => own === type))
        : found
      const next = `in ${file}, list ${what}: ${types.join(', ')} (see An operation type of the ledger, docs/changing.md)`
      assert.sameMembers(known, types, next)
    })
})
