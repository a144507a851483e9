import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { BUILDER_ROLES } from '#app/extension/principal'
import {
  isLess,
  RIGHTS,
  rightsByRole,
  roleMay,
  storedRole,
  type Right,
} from '#modules/auth/core/roles'

test.group('auth | roles', () => {
  test('docs/permissions.md shows the table of the code', async ({ assert }) => {
    const text = await readFile(app.makePath('docs/permissions.md'), 'utf8')
    const rights = Object.keys(RIGHTS) as Right[]
    const rows = rights.map((right) => {
      const cells = BUILDER_ROLES.map((role) => (roleMay(role, right) ? 'yes' : 'no'))
      return `| ${[RIGHTS[right].what, ...cells].join(' | ')} |`
    })
    const head = `| A member | ${BUILDER_ROLES.join(' | ')} |\n| --- | --- | --- | --- |`
    assert.include(text, [head, ...rows].join('\n'))
  })

  test('an owner may everything, a viewer reads, and a developer stands between', ({ assert }) => {
    const { owner, developer, viewer } = rightsByRole()
    assert.sameMembers(owner, Object.keys(RIGHTS) as Right[])
    assert.deepEqual(viewer, ['read'])
    assert.includeMembers(owner, developer)
    assert.includeMembers(developer, viewer)
  })

  test('{role} is less than {than}: {less}')
    .with([
      { role: 'viewer', than: 'developer', less: true },
      { role: 'developer', than: 'owner', less: true },
      { role: 'owner', than: 'developer', less: false },
      { role: 'viewer', than: 'viewer', less: false },
    ] as const)
    .run(({ assert }, { role, than, less }) => {
      assert.equal(isLess(role, than), less)
    })

  test('a stored role that nobody knows may do least', ({ assert }) => {
    assert.equal(storedRole('developer'), 'developer')
    for (const text of ['auditor', '', 'Owner', 'constructor']) {
      assert.equal(storedRole(text), 'viewer', text)
    }
  })
})
