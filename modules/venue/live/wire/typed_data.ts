import { encodeParameters } from 'web3-eth-abi'
import { keccak256, utf8ToHex } from 'web3-utils'

interface Field {
  readonly name: string
  readonly type: string
}

interface TypedData {
  domain: object
  types: Readonly<Record<string, readonly Field[]>>
  primaryType: string
  message: Record<string, unknown>
}

const DOMAIN: Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/**
 * The EIP-712 hash of a message whose fields are plain values, which is all the venue asks for. Its
 * type names hold a colon, at which the encoder of web3 stops reading.
 */
export function typedDataHash({ domain, types, primaryType, message }: TypedData): string {
  const fields = types[primaryType]
  if (!fields) throw new Error(`${primaryType} is not described`)
  const parts = [
    structHash('EIP712Domain', DOMAIN, domain as Record<string, unknown>),
    structHash(primaryType, fields, message),
  ]
  return keccak256(`0x1901${parts.map((part) => part.slice(2)).join('')}`)
}

function structHash(
  name: string,
  fields: readonly Field[],
  values: Record<string, unknown>
): string {
  const signature = `${name}(${fields.map(({ name: own, type }) => `${type} ${own}`).join(',')})`
  const types = ['bytes32', ...fields.map(({ type }) => (type === 'string' ? 'bytes32' : type))]
  const encoded = fields.map(({ name: own, type }) => {
    const value = values[own]
    return type === 'string' ? hashOf(String(value)) : value
  })
  return keccak256(encodeParameters(types, [hashOf(signature), ...encoded]))
}

function hashOf(text: string): string {
  return keccak256(utf8ToHex(text))
}
