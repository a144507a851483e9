import { createL1ActionHash } from '@nktkas/hyperliquid/signing'
import { recoverTypedDataAddress, type Hex } from 'viem'
import type { Action } from '#tests/faults/venue/support/fake_hyperliquid'

export interface Envelope {
  action: Action
  nonce: number
  signature: { r: Hex; s: Hex; v: number }
  expiresAfter?: number
}

const NOBODY = '0x0000000000000000000000000000000000000000'
const USER_FIELDS: Record<string, { primary: string; fields: [name: string, type: string][] }> = {
  usdSend: {
    primary: 'UsdSend',
    fields: [
      ['hyperliquidChain', 'string'],
      ['destination', 'string'],
      ['amount', 'string'],
      ['time', 'uint64'],
    ],
  },
  approveAgent: {
    primary: 'ApproveAgent',
    fields: [
      ['hyperliquidChain', 'string'],
      ['agentAddress', 'address'],
      ['agentName', 'string'],
      ['nonce', 'uint64'],
    ],
  },
  approveBuilderFee: {
    primary: 'ApproveBuilderFee',
    fields: [
      ['hyperliquidChain', 'string'],
      ['maxFeeRate', 'string'],
      ['builder', 'address'],
      ['nonce', 'uint64'],
    ],
  },
}

/** Who signed, recovered by another library than the one that signs. */
export async function signerOf(envelope: Envelope): Promise<string> {
  const { action, nonce, signature, expiresAfter } = envelope
  const { r, s, v } = signature
  const word = (part: string) => part.slice(2).padStart(64, '0')
  const bytes: Hex = `0x${word(r)}${word(s)}${v.toString(16)}`
  const user = USER_FIELDS[action.type]
  if (user) return (await recoverUser(action, user, bytes)).toLowerCase()
  const connectionId = createL1ActionHash({ action, nonce, expiresAfter }) as Hex
  const address = await recoverTypedDataAddress({
    domain: { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: NOBODY },
    types: {
      Agent: [
        { name: 'source', type: 'string' },
        { name: 'connectionId', type: 'bytes32' },
      ],
    },
    primaryType: 'Agent',
    message: { source: 'b', connectionId },
    signature: bytes,
  })
  return address.toLowerCase()
}

function recoverUser(
  action: Action,
  { primary, fields }: (typeof USER_FIELDS)[string],
  signature: Hex
): Promise<string> {
  const primaryType = `HyperliquidTransaction:${primary}`
  return recoverTypedDataAddress({
    domain: {
      name: 'HyperliquidSignTransaction',
      version: '1',
      chainId: Number(action['signatureChainId']),
      verifyingContract: NOBODY,
    },
    types: { [primaryType]: fields.map(([name, type]) => ({ name, type })) },
    primaryType,
    message: action,
    signature,
  })
}
