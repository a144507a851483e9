import { test } from '@japa/runner'
import { toBase32 } from '#app/ids/base32'
import { derivedId, isUuid, newId, newUuid, sequencedId, timeMsOf } from '#app/ids/ids'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

test.group('ids | ids', () => {
  test('a prefixed id is the prefix, an underscore and 26 base-32 characters', ({ assert }) => {
    assert.match(newId('op'), /^op_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('an id is written as the specification of TypeID writes it', ({ assert }) => {
    // Source: spec/valid.json of TypeID.
    const valid = {
      '00000000-0000-0000-0000-000000000000': '00000000000000000000000000',
      '00000000-0000-0000-0000-000000000001': '00000000000000000000000001',
      '00000000-0000-0000-0000-00000000000a': '0000000000000000000000000a',
      '00000000-0000-0000-0000-000000000010': '0000000000000000000000000g',
      '00000000-0000-0000-0000-000000000020': '00000000000000000000000010',
      'ffffffff-ffff-ffff-ffff-ffffffffffff': '7zzzzzzzzzzzzzzzzzzzzzzzzz',
      '0110c853-1d09-52d8-d73e-1194e95b5f19': '0123456789abcdefghjkmnpqrs',
      '01890a5d-ac96-774b-bcce-b302099a8057': '01h455vb4pex5vsknk084sn02q',
    }
    for (const [uuid, digits] of Object.entries(valid))
      assert.equal(toBase32(Buffer.from(uuid.replaceAll('-', ''), 'hex')), digits, uuid)
  })

  test('every bit of an id is in its digits', ({ assert }) => {
    for (let bit = 0n; bit < 128n; bit++) {
      const value = 1n << bit
      const bytes = Buffer.from(value.toString(16).padStart(32, '0'), 'hex')
      const digits = [...toBase32(bytes)].map((digit) => ALPHABET.indexOf(digit))
      const read = digits.reduce((sum, digit) => sum * 32n + BigInt(digit), 0n)
      assert.equal(read, value, `bit ${bit}`)
    }
  })

  test('an id knows the millisecond it was made in', ({ assert }) => {
    const before = Date.now()
    const made = timeMsOf(newId('op'))
    assert.isTrue(before <= made && made <= Date.now(), `${before} ≤ ${made}`)
    for (const at of [0, 1, 1023, 1024, Date.UTC(2026, 0, 2), 2 ** 48 - 1])
      assert.equal(timeMsOf(derivedId('jl', at, 'seed')), at)
  })

  test('what is no id has no time, rather than a wrong one', ({ assert }) => {
    const digits = newId('op').slice(3)
    for (const text of [
      '',
      'op',
      digits,
      `op_${digits}0`,
      `op_${digits.slice(1)}`,
      `op_8${digits.slice(1)}`,
    ])
      assert.throws(() => timeMsOf(text), /is no id/, text)
    assert.throws(() => timeMsOf(`op_${digits.toUpperCase()}`), /is no id/)
    assert.throws(() => timeMsOf(`op_${digits.slice(0, 25)}u`), /is no id/)
  })

  test('ids made one after the other sort in that order', ({ assert }) => {
    const ids = Array.from({ length: 1000 }, () => newId('evt'))
    assert.deepEqual(ids, ids.toSorted())
  })

  test('a realm id is a plain UUID of version 7', ({ assert }) => {
    assert.isTrue(isUuid(newUuid()))
    assert.equal(newUuid()[14], '7')
  })

  test('a derived id repeats for one seed and differs for another', ({ assert }) => {
    const at = Date.UTC(2026, 0, 2)
    assert.equal(derivedId('jl', at, 'a:1:0'), derivedId('jl', at, 'a:1:0'))
    assert.notEqual(derivedId('jl', at, 'a:1:0'), derivedId('jl', at, 'a:1:1'))
    assert.match(derivedId('jl', at, 'a:1:0'), /^jl_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('derived ids sort by their time', ({ assert }) => {
    assert.isTrue(derivedId('je', 1000, 'z') < derivedId('je', 2000, 'a'))
  })

  test('ids of one millisecond sort by the number they are given', ({ assert }) => {
    const at = Date.UTC(2026, 0, 2)
    const numbers = [0, 1, 2, 16_383, 16_384, 16_385, 1_000_000, 2 ** 26 - 1]
    const ids = numbers.map((number) => sequencedId('fil', at, number, `fill:realm:${number}`))
    assert.deepEqual(ids, ids.toSorted())
    for (const id of ids) assert.match(id, /^fil_[0-9a-hjkmnp-tv-z]{26}$/)
    assert.isTrue(sequencedId('fil', at, 2 ** 26 - 1, 'a') < sequencedId('fil', at + 1, 0, 'b'))
    assert.notEqual(sequencedId('fil', at, 7, 'a'), sequencedId('fil', at, 7, 'b'))
  })
})
