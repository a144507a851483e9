import { test } from '@japa/runner'
import { nearestName } from '#app/http/nearest_name'

const KNOWN = `
  realmId path sourceObjectPath targetObjectPath amount dryRun expiresInMinutes permissions
  size side price triggerPx from to type types
`
  .trim()
  .split(/\s+/)

test.group('app | nearest name', () => {
  test('{given} is taken for {meant}')
    .with([
      { given: 'expiresInMinuts', meant: 'expiresInMinutes' },
      { given: 'permission', meant: 'permissions' },
      { given: 'dryrun', meant: 'dryRun' },
      { given: 'dry_run', meant: 'dryRun' },
      { given: 'DRY-RUN', meant: 'dryRun' },
      { given: 'realm_id', meant: 'realmId' },
      { given: 'sdie', meant: 'side' },
      { given: 'szie', meant: 'size' },
      { given: 'ot', meant: 'to' },
      { given: 'form', meant: 'from' },
      { given: 'tpye', meant: 'type' },
      { given: 'minutes', meant: 'expiresInMinutes' },
      { given: 'source', meant: 'sourceObjectPath' },
      { given: 'triggerPrice', meant: 'triggerPx' },
    ])
    .run(({ assert }, { given, meant }) => {
      assert.equal(nearestName(given, KNOWN), meant)
    })

  test('{$self} is taken for nothing')
    .with(['', 'x', 'wallet', 'currency', 'y'.repeat(65), '__', 'toString', 'objectPath'])
    .run(({ assert }, given) => {
      assert.isNull(nearestName(given, KNOWN))
    })
})
