import { test } from '@japa/runner'
import { addressProblem } from '#app/addresses/eip55'

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test.group('eip55', () => {
  test('{$self} may take money')
    .with([
      CHECKSUMMED,
      CHECKSUMMED.toLowerCase(),
      `0x${CHECKSUMMED.slice(2).toUpperCase()}`,
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ])
    .run(({ assert }, address) => assert.isNull(addressProblem(address)))

  test('{text} is refused: {why}')
    .with([
      { text: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', why: /checksum/ },
      { text: CHECKSUMMED.slice(0, -1), why: /40 hexadecimal/ },
      { text: `${CHECKSUMMED}0`, why: /40 hexadecimal/ },
      { text: CHECKSUMMED.slice(2), why: /40 hexadecimal/ },
      { text: ` ${CHECKSUMMED}`, why: /40 hexadecimal/ },
      { text: CHECKSUMMED.replace('0x', '0X'), why: /40 hexadecimal/ },
      { text: 'vitalik.eth', why: /40 hexadecimal/ },
      { text: '', why: /40 hexadecimal/ },
      { text: `0x${'0'.repeat(40)}`, why: /zero address/ },
    ])
    .run(({ assert }, { text, why }) => assert.match(addressProblem(text)!, why))

  test('one letter in the other case is noticed, whichever it is', ({ assert }) => {
    for (const [index, letter] of [...CHECKSUMMED].entries()) {
      if (index < 2 || !/[a-f]/i.test(letter)) continue
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const mistyped = CHECKSUMMED.slice(0, index) + other + CHECKSUMMED.slice(index + 1)
      assert.isNotNull(addressProblem(mistyped), mistyped)
    }
  })
})
