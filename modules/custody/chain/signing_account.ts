import { addressProblem, checksummed } from '#app/addresses/eip55'
import type { Address } from '../core/chain_types.ts'
import { KmsSigner } from './kms_signer.ts'
import { LocalSigner } from './local_signer.ts'
import type { OperatorKey } from './operator_key.ts'
import type { Signer } from './signer.ts'
import { Web3Signer } from './web3_signer.ts'

/** Where the key of an account is. */
export type KeySource =
  | { kind: 'key'; key: OperatorKey }
  | { kind: 'web3signer'; url: string }
  | { kind: 'kms'; keyId: string }

/** An account of the service. Without a source this process only knows it, and signs nothing for it. */
export interface SigningAccount {
  address: Address
  source: KeySource | null
}

/** An account as the settings name it: its key may be in a file that only workers can read. */
export interface NamedAccount {
  address: Address
  source: Exclude<KeySource, { kind: 'key' }> | { kind: 'file'; file: string } | null
}

export function accountOf(key: OperatorKey): SigningAccount {
  return { address: new LocalSigner(key).address, source: { kind: 'key', key } }
}

/** @returns null when the process holds no key of the account */
export function signerOf({ address, source }: SigningAccount): Signer | null {
  switch (source?.kind) {
    case 'key':
      return new LocalSigner(source.key)
    case 'web3signer':
      return new Web3Signer(address, source.url)
    case 'kms':
      return new KmsSigner(address, source.keyId)
    default:
      return null
  }
}

/**
 * Accounts with commas between them, each `address` or `address=where`: `file:PATH`, `kms:KEY`, or
 * `web3signer:URL`.
 *
 * @throws Error that names the setting
 */
export function namedAccounts(setting: string, text: string): NamedAccount[] {
  const accounts = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => namedAccount(setting, one))
  const addresses = accounts.map(({ address }) => address)
  if (new Set(addresses).size === addresses.length) return accounts
  throw new Error(`${setting} names an account twice`)
}

function namedAccount(setting: string, text: string): NamedAccount {
  const [account = '', where] = splitAt(text, '=')
  const problem = addressProblem(account)
  if (problem) throw new Error(`${setting} ${problem}`)
  return {
    address: checksummed(account),
    source: where === undefined ? null : sourceOf(setting, where),
  }
}

function sourceOf(setting: string, where: string): NamedAccount['source'] {
  const [kind, rest = ''] = splitAt(where, ':')
  if (kind === 'file' && rest.startsWith('/')) return { kind, file: rest }
  if (kind === 'kms' && rest !== '') return { kind, keyId: rest }
  if (kind === 'web3signer' && URL.canParse(rest) && /^https?:/.test(rest)) {
    const { username, password } = new URL(rest)
    // The address stands in messages and logs.
    if (username !== '' || password !== '') {
      throw new Error(`${setting} must not hold a name or password in the address of Web3Signer`)
    }
    return { kind, url: rest }
  }
  throw new Error(
    `${setting} says where a key is as file:/path, web3signer:https://host, or kms:key-id`
  )
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
