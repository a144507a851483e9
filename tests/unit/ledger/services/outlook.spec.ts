import { test } from '@japa/runner'
import { emptyState } from '#modules/ledger/core/state'
import type { LedgerObject } from '#modules/ledger/core/terms'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import type { DecidedGroup } from '#modules/ledger/services/poster/decide_group'
import { Outlook } from '#modules/ledger/services/poster/outlook'

const { outlookObjects } = LEDGER_LIMITS

/** A group of one realm that has looked at so many objects, none of which a group before has. */
function groupOf(realmId: string, number: number, objects: number): DecidedGroup {
  const state = emptyState(realmId, null)
  for (let index = 0; index < objects; index++) {
    const path = `/${number}/${index}`
    const object = { id: path, realmId, path } as LedgerObject
    state.objectsById.set(object.id, object)
    state.objectsByPath.set(object.path, object)
  }
  const hash = `${realmId} ${number}`
  const group = { realmId, seqFrom: 1, seqTo: 1, committedAt: 0, prevHash: '', hash }
  const states = new Map([[realmId, state]])
  return { states, decided: [], entries: [], jobs: [], groups: () => [group] }
}

function pathsOf(outlook: Outlook, realmId: string): string[] | undefined {
  const [found] = outlook.of([realmId]) ?? []
  return found && [...found.known.objectsByPath.keys()]
}

/** Groups of a realm, each on the one before. */
function post(outlook: Outlook, groups: readonly DecidedGroup[]) {
  const [first, ...others] = groups
  outlook.begin(first!)
  let follows = first!.groups()
  for (const group of others) {
    outlook.move({ ...group, follows })
    follows = group.groups()
  }
}

test.group('ledger | what a lane knows of its realms', () => {
  test('more objects than fit leave what the newest group has looked at, so that the next one need not wait for locks', ({
    assert,
  }) => {
    const outlook = new Outlook()
    const third = Math.ceil(outlookObjects / 3)
    post(outlook, [groupOf('a', 1, third), groupOf('a', 2, third)])
    assert.lengthOf(pathsOf(outlook, 'a') ?? [], 2 * third)
    post(outlook, [groupOf('a', 1, third), groupOf('a', 2, third), groupOf('a', 3, third)])
    const known = pathsOf(outlook, 'a')
    assert.isDefined(known, 'expected the realm to stay known')
    assert.lengthOf(known!, third)
    assert.isTrue(known!.every((path) => path.startsWith('/3/')))
  })

  test('realms that were posted to longest ago are forgotten first', ({ assert }) => {
    const outlook = new Outlook()
    post(outlook, [groupOf('old', 1, 10)])
    post(outlook, [groupOf('a', 1, 10)])
    post(outlook, [groupOf('b', 1, outlookObjects - 12)])
    assert.isUndefined(pathsOf(outlook, 'old'))
    assert.lengthOf(pathsOf(outlook, 'a') ?? [], 10)
    assert.lengthOf(pathsOf(outlook, 'b') ?? [], outlookObjects - 12)
  })
})
