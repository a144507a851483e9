import { hash as digest } from 'node:crypto'
import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  HIGHEST_SUM,
  proofOf,
  saltOf,
  sumAt,
  wholeTree,
  hashAt,
  leafOf,
  NODE_BYTES,
  type Liability,
  type TreeLevel,
} from '#modules/custody/core/liability_tree'
import { formatUsd } from '#app/money/usd'
import { forAll } from '#tests/support/for_all'
import { NotProved, verifyInclusion } from '../../../examples/liability_verifier/verifier.js'

const secret = Buffer.alloc(32, 7)
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

const owed = fc
  .array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1, maxLength: 40 })
  .map((amounts) => amounts.map((amount, at): Liability => ({ objectId: `obj_${at}`, amount })))

type Proof = ReturnType<typeof honestProof>

/** What an honest service answers to the owner of an object. */
function honestProof(levels: TreeLevel[], mine: Liability) {
  return honestProofOf(levels, mine, secret)
}

function honestProofOf(levels: TreeLevel[], { objectId, amount }: Liability, salts: Buffer) {
  const leaf = leafOf(salts, { objectId, amount })
  const place = placeOf(levels[0]!, leaf)
  return {
    boundaryId: 'bnd_1',
    seq: 9,
    leaf: { objectId, amount: formatUsd(amount), salt: hex(saltOf(salts, objectId)) },
    path: proofOf(levels, place).map(({ side, hash, sum }) => ({
      side: side as string,
      hash: hex(hash),
      sum: formatUsd(sum),
    })),
    root: hex(hashAt(levels.at(-1)!, 0)),
    sum: formatUsd(sumAt(levels.at(-1)!, 0)),
    anchor: { chainId: 31337, contract: `0x${'11'.repeat(20)}`, txHash: '0x' },
  }
}

function placeOf(leaves: TreeLevel, leaf: Buffer): number {
  for (let at = 0; at < leaves.length; at += NODE_BYTES) {
    if (leaves.compare(leaf, 0, NODE_BYTES, at, at + NODE_BYTES) === 0) return at / NODE_BYTES
  }
  throw new Error('no such leaf')
}

/** Whether the owner of an object finds its whole amount in what the chain was told. */
function convinces(proof: Proof, { objectId, amount }: Liability, root: string, total: string) {
  if (proof.root !== root || proof.sum !== total) return false
  try {
    verifyInclusion(proof, { objectId, amount: formatUsd(amount) })
    return true
  } catch (error) {
    if (error instanceof NotProved) return false
    throw error
  }
}

const total = (all: readonly Liability[]) => all.reduce((sum, { amount }) => sum + amount, 0n)

test.group('properties | tree of liabilities', () => {
  test('an honest tree owes the sum of its leaves, and convinces every owner', ({ assert }) => {
    forAll([owed], { verbose: 1 }, (liabilities) => {
      const levels = wholeTree(secret, liabilities)
      assert.equal(sumAt(levels.at(-1)!, 0), total(liabilities))
      for (const each of liabilities) {
        const proof = honestProof(levels, each)
        verifyInclusion(proof, { objectId: each.objectId, amount: formatUsd(each.amount) })
      }
    })
  })

  /**
   * A builder that anchors less than it owes, and serves each owner whatever it likes: proofs of its own
   * tree, with amounts, sums, sides and steps changed until the figures fit.
   */
  const lies: Record<string, (levels: TreeLevel[], mine: Liability, short: bigint) => Proof> = {
    'says less at the root': (levels, mine, short) => {
      const proof = honestProof(levels, mine)
      return { ...proof, sum: formatUsd(sumAt(levels.at(-1)!, 0) - short) }
    },
    'takes it from the first step': (levels, mine, short) => {
      const proof = honestProof(levels, mine)
      const [first, ...others] = proof.path
      if (!first) return { ...proof, sum: formatUsd(mine.amount - 1n) }
      const sum = (units(first.sum) - short).toString()
      const less = sum.startsWith('-')
        ? `-${formatUsd(BigInt(sum.slice(1)))}`
        : formatUsd(BigInt(sum))
      return { ...proof, path: [{ ...first, sum: less }, ...others] }
    },
    'makes the sums run over': (levels, mine) => {
      const proof = honestProof(levels, mine)
      const over = formatUsd(HIGHEST_SUM - mine.amount + 1n)
      return { ...proof, path: [{ side: 'left', hash: proof.root, sum: over }, ...proof.path] }
    },
    'leaves out a step': (levels, mine) => {
      const proof = honestProof(levels, mine)
      return { ...proof, path: proof.path.slice(1), root: `0x${'00'.repeat(32)}` }
    },
    'shows the node above a leaf as a leaf': (levels, mine) => {
      const proof = honestProof(levels, mine)
      const leaf = { ...proof.leaf, salt: proof.path[0]?.hash ?? proof.root }
      return { ...proof, leaf, path: proof.path.slice(1) }
    },
  }

  test('a builder that anchors less and {$self} does not convince the owner')
    .with(Object.keys(lies))
    .run(({ assert }, lie) => {
      forAll(
        [owed, fc.nat(), fc.bigInt({ min: 1n, max: 10n ** 9n })],
        { verbose: 1 },
        (liabilities, who, by) => {
          const mine = liabilities[who % liabilities.length]!
          const levels = wholeTree(secret, liabilities)
          const owes = total(liabilities)
          const told = formatUsd(owes - (by < owes ? by : owes))
          const proof = lies[lie]!(levels, mine, by < owes ? by : owes)
          for (const root of [proof.root, hex(hashAt(levels.at(-1)!, 0))]) {
            assert.isFalse(convinces({ ...proof, root, sum: told }, mine, root, told))
          }
        }
      )
    })

  test('a tree that leaves objects out or counts less cannot convince all owners', ({ assert }) => {
    forAll(
      [owed, fc.infiniteStream(fc.bigInt({ min: 0n, max: 10n ** 24n }))],
      { verbose: 1 },
      (real, drawn) => {
        const told = real.flatMap((each): Liability[] => {
          const [amount] = [...drawn.take(1)]
          const counted = amount! % 3n === 0n ? amount! % each.amount : each.amount
          return counted === 0n ? [] : [{ ...each, amount: counted }]
        })
        fc.pre(told.length > 0 && total(told) < total(real))
        const levels = wholeTree(secret, told)
        const root = hex(hashAt(levels.at(-1)!, 0))
        const sum = formatUsd(sumAt(levels.at(-1)!, 0))
        const every = told.map((each) => honestProof(levels, each))
        // Any proof it has is served to any owner, as it is and in the owner's name.
        const betrayed = real.filter(
          (owner) =>
            !every.some((proof) =>
              [
                proof,
                {
                  ...proof,
                  leaf: {
                    ...proof.leaf,
                    objectId: owner.objectId,
                    amount: formatUsd(owner.amount),
                  },
                },
              ].some((served) => convinces(served, owner, root, sum))
            )
        )
        assert.isNotEmpty(betrayed)
      }
    )
  })

  test('no other proof than the served one holds: any changed field is refused', ({ assert }) => {
    const flip = (text: string, at: number) => {
      const place = 2 + (at % (text.length - 2))
      return `${text.slice(0, place)}${text[place] === '0' ? '1' : '0'}${text.slice(place + 1)}`
    }
    forAll([owed, fc.nat(), fc.nat()], { verbose: 1 }, (liabilities, who, at) => {
      const mine = liabilities[who % liabilities.length]!
      const proof = honestProof(wholeTree(secret, liabilities), mine)
      const { root, sum } = proof
      const first = proof.path[0]
      const changed: Proof[] = [
        { ...proof, leaf: { ...proof.leaf, salt: flip(proof.leaf.salt, at) } },
        ...(first
          ? [
              {
                ...proof,
                path: [{ ...first, hash: flip(first.hash, at) }, ...proof.path.slice(1)],
              },
              {
                ...proof,
                path: [
                  { ...first, side: first.side === 'left' ? 'right' : 'left' },
                  ...proof.path.slice(1),
                ],
              },
              { ...proof, path: proof.path.slice(0, -1) },
            ]
          : []),
      ]
      for (const each of changed) assert.isFalse(convinces(each, mine, root, sum))
    })
  })

  test('negative nodes are impossible: no builder makes one, and the verifier takes none', ({
    assert,
  }) => {
    for (const amount of [-1n, HIGHEST_SUM + 1n]) {
      assert.throws(() => wholeTree(secret, [{ objectId: 'obj_1', amount }]), /no sum of 128 bits/)
    }
    const two = [HIGHEST_SUM, 1n].map((amount, at) => ({ objectId: `obj_${at}`, amount }))
    assert.throws(() => wholeTree(secret, two), /no sum of 128 bits/)
    assert.throws(() => wholeTree(secret, []), /1 to/)
    const mine = { objectId: 'obj_0', amount: 5n }
    const proof = honestProof(wholeTree(secret, [mine, { objectId: 'obj_1', amount: 9n }]), mine)
    const [step] = proof.path
    verifyInclusion(proof, { objectId: 'obj_0', amount: formatUsd(5n) })
    for (const less of ['-0.000001', '-0', '+1', '1e3', formatUsd(HIGHEST_SUM + 1n)]) {
      const leaf = { ...proof.leaf, amount: less }
      for (const forged of [
        { ...proof, path: [{ ...step!, sum: less }] },
        { ...proof, sum: less },
        { ...proof, leaf },
      ]) {
        const refused = () => verifyInclusion(forged, { objectId: 'obj_0' })
        assert.throws(refused, /is no amount|more than 128 bits/)
      }
    }
  })

  test('sums that run over carry into the next part, up to 128 bits', ({ assert }) => {
    for (const bits of [32n, 64n, 96n, 128n]) {
      const amounts = [(1n << bits) - 2n, 1n]
      const two = amounts.map((amount, at) => ({ objectId: `obj_${at}`, amount }))
      assert.equal(sumAt(wholeTree(secret, two).at(-1)!, 0), (1n << bits) - 1n)
      if (bits === 128n) continue
      const over = [...two, { objectId: 'obj_2', amount: 5n }]
      assert.equal(sumAt(wholeTree(secret, over).at(-1)!, 0), (1n << bits) + 4n)
    }
  })

  test('salted leaves tell nothing of siblings: who knows a neighbour’s id and amount cannot tell that it is one', ({
    assert,
  }) => {
    forAll([owed, fc.nat()], { verbose: 1 }, (liabilities, who) => {
      fc.pre(liabilities.length > 1)
      const mine = liabilities[who % liabilities.length]!
      const levels = wholeTree(secret, liabilities)
      const shown = honestProof(levels, mine)
      const told = new Set(shown.path.map(({ hash }) => hash))
      const salts = [shown.leaf.salt, shown.root, `0x${'00'.repeat(32)}`, ...told]
      for (const { objectId, amount } of liabilities) {
        if (objectId === mine.objectId) continue
        // A leaf is the hash of 0, a salt, the sum and the id: each salt is tried that the owner has seen.
        for (const salt of salts) {
          const sum = Buffer.from(amount.toString(16).padStart(32, '0'), 'hex')
          const guess = [
            Buffer.of(0),
            Buffer.from(salt.slice(2), 'hex'),
            sum,
            Buffer.from(objectId),
          ]
          assert.isFalse(told.has(`0x${digest('sha256', Buffer.concat(guess), 'hex')}`))
        }
        assert.notEqual(hex(saltOf(secret, objectId)), shown.leaf.salt)
      }
      const later = wholeTree(Buffer.alloc(32, 8), liabilities)
      for (const { hash } of honestProofOf(later, mine, Buffer.alloc(32, 8)).path) {
        assert.isFalse(told.has(hash), 'nothing of one tree is found again in the next')
      }
    })
  })
})

function units(amount: string): bigint {
  const [whole, cents = ''] = amount.split('.')
  return BigInt(whole!) * 1_000_000n + BigInt(cents.padEnd(6, '0'))
}
