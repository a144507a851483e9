// @ts-check
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js'

/**
 * @typedef {{ side: string, hash: string, sum: string }} Step
 * @typedef {{ objectId: string, salt: string, amount: string }} Leaf
 * @typedef {{ chainId: number, contract: string, txHash: string }} Anchor
 * @typedef {{ boundaryId: string, seq: number, leaf: Leaf, path: Step[], root: string, sum: string,
 *   anchor: Anchor }} Proof
 * @typedef {{ objectId?: string, amount?: string, boundaryId?: string, pool?: string }} Expected
 */

/** A proof that does not hold; its message is for the owner of the object, and for whoever is shown it. */
export class NotProved extends Error {}

const HIGHEST = (1n << 128n) - 1n
const LEAF = 0
const NODE = 1
const text = new TextEncoder()

/**
 * Follows the way from the object's leaf to the root, with no help from anybody.
 *
 * @param {Proof} proof as the service answers it
 * @param {Expected} [expected] what the owner knows; the proof has to be about it
 * @throws {NotProved}
 */
export function verifyInclusion(proof, expected = {}) {
  expect(proof, expected)
  /** @type {TreeNode} */
  let node = leafOf(proof.leaf)
  for (const step of proof.path) {
    const beside = { hash: bytes32(step.hash), sum: units(step.sum) }
    if (step.side === 'left') node = parentOf(beside, node)
    else if (step.side === 'right') node = parentOf(node, beside)
    else throw new NotProved(`A step stands neither left nor right: ${step.side}`)
  }
  if (hex(node.hash) !== proof.root) throw new NotProved('The leaf does not lead to the root')
  if (node.sum !== units(proof.sum)) {
    throw new NotProved(
      `The nodes add up to ${node.sum} base units, and the proof says another sum`
    )
  }
}

/**
 * Looks at the chain: that the pool was told this sum and this root, once, for this entry, and what the
 * boundary holds at that block.
 *
 * @param {Proof} proof
 * @param {string} rpcUrl a node that the owner trusts
 * @param {{ fetch?: typeof globalThis.fetch }} [options]
 * @returns {Promise<{ attestedAt: Date, owed: bigint, holds: bigint | null }>} base units; `holds` is null
 *   when the node does not remember the block's state
 * @throws {NotProved}
 */
export async function verifyAttestation(proof, rpcUrl, { fetch = globalThis.fetch } = {}) {
  const ask = asker(rpcUrl, fetch)
  const { chainId, contract, txHash } = proof.anchor
  const pool = contract.toLowerCase()
  if (Number(await ask('eth_chainId')) !== chainId)
    throw new NotProved('The node is of another chain')
  const [transaction, receipt] = await Promise.all([
    ask('eth_getTransactionByHash', txHash),
    ask('eth_getTransactionReceipt', txHash),
  ])
  if (!transaction || !receipt) throw new NotProved(`The chain has no transaction ${txHash}`)
  if (receipt.status !== '0x1') throw new NotProved('The attestation was refused by the pool')
  if (String(transaction.to).toLowerCase() !== pool)
    throw new NotProved('It went to another contract')
  if (transaction.input !== calldataOf(proof)) {
    throw new NotProved('The chain was told another sum, entry or root than the proof has')
  }
  const told = receipt.logs.some((/** @type {any} */ log) => isAttestation(log, proof, pool))
  if (!told) throw new NotProved('The pool tells of no such attestation')
  const block = await ask('eth_getBlockByHash', receipt.blockHash, false)
  if (block?.hash !== receipt.blockHash) throw new NotProved('The block is not there')
  const holds = await heldAt(ask, proof, receipt.blockNumber)
  return { attestedAt: new Date(Number(block.timestamp) * 1000), owed: units(proof.sum), holds }
}

/**
 * @param {Proof} proof
 * @param {Expected} expected
 */
function expect(proof, { objectId, amount, boundaryId, pool }) {
  const { leaf, anchor } = proof
  if (objectId !== undefined && objectId !== leaf.objectId) {
    throw new NotProved(`The proof is about ${leaf.objectId}, and not about ${objectId}`)
  }
  if (amount !== undefined && units(amount) !== units(leaf.amount)) {
    throw new NotProved(`The proof counts ${leaf.amount} where ${amount} is owed`)
  }
  if (boundaryId !== undefined && boundaryId !== proof.boundaryId) {
    throw new NotProved(`The proof is of the boundary ${proof.boundaryId}, not of ${boundaryId}`)
  }
  if (pool !== undefined && pool.toLowerCase() !== anchor.contract.toLowerCase()) {
    throw new NotProved(`The proof is of the pool ${anchor.contract}, and not of ${pool}`)
  }
}

/** @param {Leaf} leaf */
function leafOf({ objectId, amount, salt }) {
  const sum = units(amount)
  const told = concat(Uint8Array.of(LEAF), bytes32(salt), sumBytes(sum), text.encode(objectId))
  return { hash: sha256(told), sum }
}

/**
 * Both sums are hashed, not only their own sum: else one child could say more and the other less.
 *
 * @typedef {{ hash: Uint8Array, sum: bigint }} TreeNode
 * @param {TreeNode} left
 * @param {TreeNode} right
 * @returns {TreeNode}
 */
function parentOf(left, right) {
  const sum = left.sum + right.sum
  if (sum > HIGHEST) throw new NotProved('Sums run over')
  const below = [left.hash, sumBytes(left.sum), right.hash, sumBytes(right.sum)]
  return { hash: sha256(concat(Uint8Array.of(NODE), ...below)), sum }
}

/** @param {Proof} proof */
function calldataOf({ boundaryId, seq, sum, root }) {
  const selector = hex(keccak256(text.encode('attestObligations(bytes32,uint128,uint64)'))).slice(
    0,
    10
  )
  return `${selector}${idHash(boundaryId).slice(2)}${word(units(sum))}${word(BigInt(seq))}${root.slice(2)}`
}

/**
 * @param {any} log
 * @param {Proof} proof
 * @param {string} pool
 */
function isAttestation({ address, topics, data }, { boundaryId, seq, sum }, pool) {
  const event = hex(keccak256(text.encode('ObligationsAttested(uint64,bytes32,uint128,uint64)')))
  const told = `${word(units(sum))}${word(BigInt(seq))}`
  const isPool = String(address).toLowerCase() === pool
  return isPool && topics[0] === event && topics[1] === idHash(boundaryId) && data.endsWith(told)
}

/** Places of the words `balance` and `vaulted` in what `boundary(bytes32)` returns. */
const BALANCE = 0
const VAULTED = 12

/**
 * @param {(method: string, ...params: unknown[]) => Promise<any>} ask
 * @param {Proof} proof
 * @param {string} block
 */
async function heldAt(ask, { boundaryId, anchor }, block) {
  const selector = hex(keccak256(text.encode('boundary(bytes32)'))).slice(0, 10)
  const call = { to: anchor.contract, data: `${selector}${idHash(boundaryId).slice(2)}` }
  const found = await ask('eth_call', call, block).catch(() => null)
  if (found === null) return null
  const at = (/** @type {number} */ place) =>
    BigInt(`0x${found.slice(2 + place * 64, 2 + (place + 1) * 64)}`)
  return at(BALANCE) + at(VAULTED)
}

/**
 * @param {string} rpcUrl
 * @param {typeof globalThis.fetch} fetch
 */
function asker(rpcUrl, fetch) {
  let id = 0
  return async (/** @type {string} */ method, /** @type {unknown[]} */ ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(rpcUrl, { method: 'POST', headers, body })
    const answer = /** @type {any} */ (await response.json())
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
}

/** @param {string} id */
function idHash(id) {
  return hex(keccak256(text.encode(id)))
}

/**
 * @param {string} amount USD with up to six decimals
 * @returns base units
 */
function units(amount) {
  const found = /^(\d+)(?:\.(\d{1,6}))?$/.exec(amount)
  if (!found) throw new NotProved(`${amount} is no amount`)
  const sum = BigInt(String(found[1])) * 1_000_000n + BigInt((found[2] ?? '').padEnd(6, '0'))
  if (sum > HIGHEST) throw new NotProved(`${amount} has more than 128 bits`)
  return sum
}

/** @param {bigint} value */
function word(value) {
  return value.toString(16).padStart(64, '0')
}

/** @param {bigint} sum */
function sumBytes(sum) {
  return Uint8Array.from(sum.toString(16).padStart(32, '0').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16)
  )
}

/** @param {string} value */
function bytes32(value) {
  if (!/^0x[0-9a-f]{64}$/.test(value)) throw new NotProved(`${value} is no hash`)
  return Uint8Array.from(value.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** @param {Uint8Array[]} parts */
function concat(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
