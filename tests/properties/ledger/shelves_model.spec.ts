import { test } from '@japa/runner'
import fc from 'fast-check'
import { FolderTally, folderEntry } from '#modules/ledger/core/folder_content'
import { LedgerWorld } from '#tests/support/ledger_world'
import { forAll } from '#tests/support/for_all'

/**
 * Naive models of labels, zones and folders. They know the rules only as the contract states them
 * and share no code with the core.
 */
class NaiveShelves {
  labels = new Map<string, Map<string, string>>()
  zones = new Map<string, string>()
  boundaryOf = new Map<string, string>()

  create(path: string) {
    if (this.boundaryOf.has(path)) return 'existing'
    let boundary = 'bnd_1'
    const parts = path.split('/')
    for (let count = 2; count <= parts.length; count++) {
      boundary = this.zones.get(parts.slice(0, count).join('/')) ?? boundary
    }
    this.boundaryOf.set(path, boundary)
    this.labels.set(path, new Map())
    return 'accepted'
  }

  declare(path: string, boundaryId: string) {
    if (this.zones.has(path)) return 'zone_declared_before'
    const inTheWay = [...this.boundaryOf.keys()].some((at) => `${at}/`.startsWith(`${path}/`))
    if (inTheWay) return 'refused'
    this.zones.set(path, boundaryId)
    return 'accepted'
  }

  label(path: string, change: Record<string, string | null>) {
    const before = this.labels.get(path)
    if (!before) return 'refused'
    const after = new Map(before)
    for (const [key, value] of Object.entries(change)) {
      after.delete(key)
      if (value !== null) after.set(key, value)
    }
    if (after.size > 32) return 'refused'
    const shown = (labels: Map<string, string>) => JSON.stringify([...labels].sort())
    if (shown(before) === shown(after)) return 'existing'
    this.labels.set(path, after)
    return 'accepted'
  }
}

/** Few names, so that paths meet, contain each other and only begin alike. */
const segment = fc.constantFrom('a', 'b', 'ab', 'a.b')
const name = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const key = fc.integer({ min: 0, max: 39 }).map((number) => `k${number}`)
const change = fc.dictionary(key, fc.option(fc.constantFrom('', 'x', 'y')), { maxKeys: 20 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name }),
  fc.record({ kind: fc.constant('declare' as const), name }),
  fc.record({ kind: fc.constant('label' as const), name, change })
)

test.group('ledger | shelves against the naive model', () => {
  test('any order of creating, declaring and labelling gives what is predicted', ({ assert }) => {
    forAll([fc.array(step, { maxLength: 40 })], { numRuns: 500 }, (steps) => {
      const world = new LedgerWorld()
      const model = new NaiveShelves()
      steps.forEach((each, index) => {
        const path = `/${each.name}`
        const seq = world.state.head!.seq
        const boundaryId = `bnd_of_${index}`
        const [decision, expected] =
          each.kind === 'create'
            ? [world.create(each.name), model.create(path)]
            : each.kind === 'declare'
              ? [
                  world.declareZone(each.name, { id: `izn_${index}`, boundaryId }),
                  model.declare(path, boundaryId),
                ]
              : [world.label(each.name, each.change), model.label(path, each.change)]
        assert.equal(decision.kind, expected)
        if (expected !== 'accepted') assert.equal(world.state.head!.seq, seq)
      })
      for (const [path, boundaryId] of model.boundaryOf) {
        const object = world.state.objectsByPath.get(path)!
        assert.equal(object.boundaryId, boundaryId)
        const labels = world.state.labels.get(object.id) ?? {}
        assert.deepEqual(new Map(Object.entries(labels)), model.labels.get(path))
      }
      for (const boundaryId of model.zones.values()) {
        assert.isTrue(world.state.objectsByPath.has(`/_system/fees/${boundaryId}`))
      }
    })
  })

  test('a folder shows exactly the children that hold something readable', ({ assert }) => {
    const paths = fc.uniqueArray(
      name.map((text) => `/${text}`),
      { maxLength: 12 }
    )
    forAll(
      [paths, paths, fc.constantFrom('/', '/a/', '/a/b/')],
      { numRuns: 500 },
      (objects, shut, folder) => {
        const mayRead = (path: string) => !shut.some((root) => `${path}/`.startsWith(`${root}/`))
        const tally = new FolderTally(folder, mayRead)
        const inFolder = objects.filter((path) => path.startsWith(folder))
        for (const path of inFolder) tally.addObject(path, '2026-01-01')
        const outside = { path: null, boundaryId: 'bnd' }
        const shown = tally.contents().map((content) => folderEntry(folder, content, outside).path)
        const expected = inFolder
          .filter((path) => path.slice(folder.length).includes('/'))
          .filter((path) => {
            const child = path.slice(0, path.indexOf('/', folder.length))
            return mayRead(path) || mayRead(child)
          })
          .map((path) => path.slice(0, path.indexOf('/', folder.length)))
        assert.sameMembers(shown, [...new Set(expected)])
      }
    )
  })
})
