import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { test } from '@japa/runner'
import { ARTIFACTS, CONTRACT_RELEASE } from '#modules/custody/chain/artifacts'
import { COMPILED, compileContracts, staleArtifacts } from '#modules/custody/compiler/compile'

/** SHA-256 of the creation code of `RealmCustody`, and from 3 on of its extension after it, by release. */
const RELEASES: Record<number, string> = {
  1: '9d244ff46e2de862cc6b906e89f172dc6f27bd4a78a4b93a2451c357d2dcb614',
  2: '0e0187e1ee62b1a7f61cd5bd968698295b3b92fe4cd621a6b7ffcac29691d29f',
  3: '4ecc6308d139e6111410074e94df43ee4ab27660ba6c89edc1053d51f36f5d54',
}

const folder = fileURLToPath(new URL('../../../../modules/custody/contracts', import.meta.url))
/** EIP-170. */
const MAX_CONTRACT_BYTES = 24_576

test.group('custody | contract artifacts', () => {
  test('the committed artifacts follow from the sources; a changed byte shows', ({ assert }) => {
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

  test('other code of the pool is another release', ({ assert }) => {
    const code = createHash('sha256')
      .update(ARTIFACTS.RealmCustody.bytecode)
      .update(ARTIFACTS.RealmCustodyExtension.bytecode)
      .digest('hex')
    assert.equal(RELEASES[CONTRACT_RELEASE], code, 'raise CONTRACT_RELEASE, and add its hash here')
  })

  test('a pool and its extension mean the same by each slot', ({ assert }) => {
    const { RealmCustody, RealmCustodyExtension } = ARTIFACTS
    assert.isAbove(RealmCustody.storage.length, 20)
    assert.deepEqual(RealmCustodyExtension.storage, RealmCustody.storage)
  })
})
