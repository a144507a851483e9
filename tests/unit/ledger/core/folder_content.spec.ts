import { test } from '@japa/runner'
import {
  FolderTally,
  comparePlaces,
  folderEntry,
  type FolderContent,
} from '#modules/ledger/core/folder_content'

const OUTSIDE = { path: null, boundaryId: 'bnd_default' }
const EMPTY: FolderContent = {
  segment: 'x',
  objectsAt: 0,
  objectsBelow: 0,
  zonesBelow: 0,
  zone: null,
  oldestBelow: null,
}
const ZONE = { boundaryId: 'bnd_x', createdAt: '2026-01-05' }

test.group('ledger | folder_content', () => {
  test('a plain folder is as old as its oldest, in the boundary around it', ({ assert }) => {
    const content = { ...EMPTY, objectsBelow: 2, oldestBelow: '2026-01-02' }
    assert.deepEqual(folderEntry('/a/', content, OUTSIDE), {
      path: '/a/x',
      kind: 'folder',
      hasObjects: true,
      isEmpty: false,
      createdAt: '2026-01-02',
      enclosure: OUTSIDE,
    })
  })

  test('a zone has its own age and boundary, and is listed even when empty', ({ assert }) => {
    const entry = folderEntry('/', { ...EMPTY, zone: ZONE }, OUTSIDE)
    assert.containSubset(entry, {
      kind: 'isolation_zone',
      hasObjects: false,
      isEmpty: true,
      createdAt: '2026-01-05',
      enclosure: { path: '/x', boundaryId: 'bnd_x' },
    })
  })

  test('a zone inside makes a folder neither empty nor a holder of objects', ({ assert }) => {
    const content = { ...EMPTY, zonesBelow: 1, oldestBelow: '2026-01-02' }
    assert.containSubset(folderEntry('/', content, OUTSIDE), { hasObjects: false, isEmpty: false })
  })

  test('an object at the root of a zone lies in it', ({ assert }) => {
    const entry = folderEntry('/', { ...EMPTY, zone: ZONE, objectsAt: 1 }, OUTSIDE)
    assert.containSubset(entry, { hasObjects: true, isEmpty: false })
  })

  test('newest first, then by the bytes of the path', ({ assert }) => {
    const places = ['\u{1F600}', '\uFFFD', 'b', 'a'].map((segment) => ({ segment, createdAt: '1' }))
    places.push({ segment: 'z', createdAt: '2' })
    const sorted = places.sort(comparePlaces).map(({ segment }) => segment)
    assert.deepEqual(sorted, ['z', 'a', 'b', '\uFFFD', '\u{1F600}'])
  })

  test('what may not be read counts nowhere and makes no folder', ({ assert }) => {
    const tally = new FolderTally('/', (path) => path.startsWith('/open/') || path === '/own')
    tally.addObject('/open/1', '2026-01-03')
    tally.addObject('/open/2', '2026-01-02')
    tally.addObject('/shut/1', '2026-01-01')
    tally.addObject('/own/secret', '2026-01-01')
    tally.addZone('/shut', 'bnd_1', '2026-01-01')
    tally.addZone('/shut/deep', 'bnd_2', '2026-01-01')
    assert.deepEqual(
      tally
        .contents()
        .map(({ segment, objectsBelow, oldestBelow }) => [segment, objectsBelow, oldestBelow]),
      [
        ['open', 2, '2026-01-02'],
        // Who may read the path itself sees the folder with all it contains.
        ['own', 1, '2026-01-01'],
      ]
    )
  })

  test('a zone shows itself on what may be read in it', ({ assert }) => {
    const tally = new FolderTally('/', (path) => path.startsWith('/zone/'))
    tally.addZone('/zone', 'bnd_1', '2026-01-01')
    tally.addZone('/empty', 'bnd_2', '2026-01-01')
    tally.addObject('/zone/a', '2026-01-02')
    const [zone, ...others] = tally.contents()
    assert.deepEqual(zone?.zone, { boundaryId: 'bnd_1', createdAt: '2026-01-01' })
    assert.lengthOf(others, 0)
  })
})
