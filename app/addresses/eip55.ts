import { checkAddressCheckSum, toChecksumAddress } from 'web3-utils'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const ZERO = /^0x0{40}$/

/**
 * Why a text is no address that money may be sent to, or null when it is one. An address in lower
 * case or in upper case carries no checksum. One in mixed case must carry the right checksum
 * (EIP-55): otherwise it was mistyped, and the money would be lost.
 */
export function addressProblem(text: string): string | null {
  if (!ADDRESS.test(text)) return 'must be 0x and 40 hexadecimal digits'
  if (ZERO.test(text)) return 'must not be the zero address: nobody has its key'
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && !checkAddressCheckSum(text))
    return 'has a wrong checksum (EIP-55), so it is mistyped'
  return null
}

/** @param address one without a problem */
export function checksummed(address: string): `0x${string}` {
  return toChecksumAddress(address) as `0x${string}`
}
