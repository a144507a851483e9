import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { LIBRARIES, untriaged, type Triage } from '#modules/custody/proofs/slither_report'

const finding = (check: string, file: string) => ({
  check,
  description: `${check} of ${file}`,
  elements: [{ source_mapping: { filename_relative: file } }],
})
const POOL = 'contracts/pool/PoolExits.sol'
const MATH = 'lib/@openzeppelin/contracts/utils/math/Math.sol'
const reportOf = (...detectors: ReturnType<typeof finding>[]) => ({ results: { detectors } })

test.group('custody | what slither finds', () => {
  test('a finding beyond those that were looked at is told, and so is one that is gone', ({
    assert,
  }) => {
    const triage: Triage = { timestamp: { [POOL]: 1 }, pragma: { [LIBRARIES]: 2 } }
    const known = [finding('timestamp', POOL), finding('pragma', MATH), finding('pragma', MATH)]
    assert.deepEqual(untriaged(reportOf(...known), triage), { extra: [], gone: [] })
    const more = untriaged(reportOf(...known, finding('reentrancy-eth', POOL)), triage)
    assert.deepEqual(more.extra, [`reentrancy-eth in ${POOL}: reentrancy-eth of ${POOL}`])
    const twice = untriaged(reportOf(...known, finding('timestamp', POOL)), triage)
    assert.lengthOf(twice.extra, 2, 'all that may be the new one')
    const less = untriaged(reportOf(...known.slice(0, 2)), triage)
    assert.deepEqual(less.gone, [`pragma in ${LIBRARIES}: 2 were looked at, 1 are left`])
    assert.lengthOf(untriaged({ results: {} }, triage).gone, 2)
  })

  test('the page says of each detector why its findings stay', ({ assert }) => {
    const page = readFileSync('modules/custody/docs/analysers.md', 'utf8')
    const kept = readFileSync('modules/custody/proofs/slither.json', 'utf8')
    const { triaged } = JSON.parse(kept) as { triaged: Triage }
    const silent = Object.keys(triaged).filter((check) => !page.includes(check))
    assert.isEmpty(silent, 'detectors of slither.json that docs/analysers.md does not name')
  })
})
