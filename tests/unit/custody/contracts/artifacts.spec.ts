import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { COMPILED, compileContracts, staleArtifacts } from '#modules/custody/compiler/compile'

const folder = fileURLToPath(new URL('../../../../modules/custody/contracts', import.meta.url))
/** EIP-170. */
const MAX_CONTRACT_BYTES = 24_576

test.group('custody | contract artifacts', () => {
  test('the committed artifacts follow from the sources, and a changed byte is noticed', ({
    assert,
  }) => {
    const compiled = compileContracts(folder)
    assert.deepEqual(staleArtifacts(folder, compiled), [])
    const pool = compiled.get('RealmCustody')!
    for (const name of COMPILED) {
      const bytes = (compiled.get(name)!.deployedBytecode.length - 2) / 2
      assert.isBelow(bytes, MAX_CONTRACT_BYTES, name)
    }
    compiled.set('RealmCustody', { ...pool, deployedBytecode: `${pool.deployedBytecode}00` })
    assert.deepEqual(staleArtifacts(folder, compiled), ['RealmCustody'])
  })
})
