import { checkAddressCheckSum, toChecksumAddress } from 'web3-utils'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const ZERO = /^0x0{40}$/

/** What is wrong with a text that should be an address: its form, its value, or its checksum. */
export type AddressFault = 'form' | 'zero' | 'checksum'

const PROBLEMS: Record<AddressFault, string> = {
  form: 'must be 0x and 40 hexadecimal digits',
  zero: 'must not be the zero address: nobody has its key',
  checksum: 'has a wrong checksum (EIP-55), so it is mistyped',
}

/** Why a text is no address that money may be sent to, in words, or null when it is one. */
export function addressProblem(text: string): string | null {
  const fault = addressFault(text)
  return fault && PROBLEMS[fault]
}

/**
 * Why a text is no address that money may be sent to, or null when it is one. An address in lower
 * case or in upper case carries no checksum. One in mixed case must carry the right checksum
 * (EIP-55): otherwise it was mistyped, and the money would be lost.
 */
export function addressFault(text: string): AddressFault | null {
  if (!ADDRESS.test(text)) return 'form'
  if (ZERO.test(text)) return 'zero'
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return mixed && !checkAddressCheckSum(text) ? 'checksum' : null
}

/** @param address one without a problem */
export function checksummed(address: string): `0x${string}` {
  return toChecksumAddress(address) as `0x${string}`
}
