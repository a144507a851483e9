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
function honestProof(levels: TreeLevel[], { objectId, amount }: Liability) {
  const leaf = leafOf(secret, { objectId, amount })
  const place = placeOf(levels[0]!, leaf)
  return {
    boundaryId: 'bnd_1',
    seq: 9,
    leaf: { objectId, amount: formatUsd(amount), salt: hex(saltOf(secret, objectId)) },
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

  test('a builder has no negative or oversized leaf, and no empty tree', ({ assert }) => {
    for (const amount of [-1n, HIGHEST_SUM + 1n]) {
      assert.throws(() => wholeTree(secret, [{ objectId: 'obj_1', amount }]), /no sum of 128 bits/)
    }
    const two = [HIGHEST_SUM, 1n].map((amount, at) => ({ objectId: `obj_${at}`, amount }))
    assert.throws(() => wholeTree(secret, two), /no sum of 128 bits/)
    assert.throws(() => wholeTree(secret, []), /1 to/)
  })

  test('what stands beside a leaf tells a sum and no name', ({ assert }) => {
    const at = (objectId: string) => leafOf(secret, { objectId, amount: 5n }).toString('hex')
    assert.notEqual(at('obj_1'), at('obj_2'))
    const guessed = leafOf(Buffer.alloc(32, 8), { objectId: 'obj_1', amount: 5n })
    assert.notEqual(guessed.toString('hex'), at('obj_1'))
  })
})

function units(amount: string): bigint {
  const [whole, cents = ''] = amount.split('.')
  return BigInt(whole!) * 1_000_000n + BigInt(cents.padEnd(6, '0'))
}
