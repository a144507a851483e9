import fc from 'fast-check'
import * as viem from 'viem'
import { ARTIFACTS, type AbiFragment, type AbiParameter } from '#modules/custody/chain/artifacts'
import type { ContractName } from '#modules/custody/core/chain_types'

function bytes(least: number, most: number) {
  return fc.uint8Array({ minLength: least, maxLength: most }).map((data) => viem.bytesToHex(data))
}

export const bytes32 = bytes(32, 32)
export const address = bytes(20, 20).map((digits) => viem.getAddress(digits))

/** Every function, event or error of every contract the gateway knows. */
export function fragments(
  type: 'function' | 'event' | 'error'
): { contract: ContractName; fragment: AbiFragment }[] {
  return Object.values(ARTIFACTS).flatMap(({ contractName, abi }) =>
    abi
      .filter((fragment) => fragment.type === type)
      .map((fragment) => ({ contract: contractName as ContractName, fragment }))
  )
}

/** Any values of the given parameters: integers as bigint, structs as objects. */
export function valuesFor(inputs: readonly AbiParameter[] = []): fc.Arbitrary<unknown[]> {
  return fc.tuple(...inputs.map((input) => valueOf(input)))
}

function valueOf(parameter: AbiParameter): fc.Arbitrary<unknown> {
  const { type, components = [] } = parameter
  const array = /^(.*)\[\]$/.exec(type)
  if (array) return fc.array(valueOf({ ...parameter, type: array[1]! }), { maxLength: 3 })
  const integer = /^(u?)int(\d+)$/.exec(type)
  if (integer) {
    const bits = BigInt(integer[2]!)
    if (integer[1]) return fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
    return fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n })
  }
  if (type === 'tuple') {
    return fc.record(Object.fromEntries(components.map((one) => [one.name, valueOf(one)])))
  }
  const simple: Record<string, fc.Arbitrary<unknown>> = {
    address,
    bool: fc.boolean(),
    string: fc.string({ unit: 'grapheme', maxLength: 40 }),
    bytes: bytes(0, 70),
    bytes32,
    bytes4: bytes(4, 4),
  }
  const found = simple[type]
  if (!found) throw new Error(`No values for the type ${type}`)
  return found
}
