import type { Hex } from '../core/chain_types.ts'

/** Half the order of secp256k1: above it `s` has a twin, and one signature could pass as two. */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const LENGTH = 65

export interface SignatureParts {
  r: Hex
  s: Hex
  v: 27 | 28
}

/**
 * The parts of a signature as the contracts accept it: 65 bytes, low `s`, `v` 27 or 28. Everything
 * else is refused here too, so that the service never accepts what the chain then rejects.
 *
 * @returns null when it is malformed or malleable
 */
export function splitSignature(signature: string): SignatureParts | null {
  if (!/^0x[0-9a-fA-F]+$/.test(signature) || signature.length !== 2 + 2 * LENGTH) return null
  const r: Hex = `0x${signature.slice(2, 66)}`
  const s: Hex = `0x${signature.slice(66, 130)}`
  const v = Number(`0x${signature.slice(130)}`)
  if (v !== 27 && v !== 28) return null
  if (BigInt(r) === 0n || BigInt(s) === 0n || BigInt(s) > HIGHEST_S) return null
  return { r, s, v }
}
