import { readFileSync, statSync } from 'node:fs'
import type { Secret } from '@adonisjs/core/helpers'
import { addressProblem, checksummed } from '#app/addresses/eip55'
import type { Address } from '../core/chain_types.ts'
import { OperatorKey } from './operator_key.ts'
import {
  accountOf,
  namedAccounts,
  type NamedAccount,
  type SigningAccount,
} from './signing_account.ts'

/** What the settings say of the accounts of the service. */
export interface AccountConfig {
  production: boolean
  /** Whether this process signs. One that does not looks at no key: web servers. */
  signs?: boolean
  operatorKey: Secret<string> | undefined
  operatorKeyFile: string | undefined
  /** A process that signs nothing was given a key all the same. */
  hadKey?: boolean
  /** Accounts of operators, the first one first; `OPERATOR_KEY` is that one's where it says no place. */
  operatorSigners?: string
  /** As `operatorSigners`: who settles, with keys and lanes of their own. */
  settlerSigners?: string
  /** As `operatorSigners`: who halts pools, with keys and a lane of their own. */
  guardianSigners?: string
  /** Admin of live pools, a Safe for one; empty: their operator. */
  adminAddress?: string
}

type ReadText = (file: string) => string

/**
 * What is left for a process that signs nothing: the accounts, and none of their keys. Where only a key
 * says which account it is, the key is looked at once and forgotten.
 */
export function withoutKeys<Config extends AccountConfig>(
  config: Config,
  readText: ReadText = keyReader(config.production)
): Config {
  const forgotten = { operatorKey: undefined, operatorKeyFile: undefined, signs: false }
  const { operatorSigners = '', operatorKey, operatorKeyFile } = config
  const keyless = { ...config, ...forgotten, hadKey: operatorKey !== undefined }
  if (operatorSigners.trim() !== '' || !(operatorKey || operatorKeyFile)) return keyless
  try {
    const { address } = accountOf(ownKey(config, readText))
    return { ...keyless, operatorSigners: address, hadKey: true }
  } catch {
    // Told with everything else that is wrong.
    return { ...config, signs: false }
  }
}

/**
 * The accounts that act for the service; the contracts are planned for the first.
 *
 * @throws Error that says which variable to change
 */
export function operatorsOf(config: AccountConfig, readText: ReadText): SigningAccount[] {
  const { signs = true, operatorSigners = '' } = config
  const [first, ...others] = namedAccounts('OPERATOR_SIGNERS', operatorSigners)
  if (!first) return [accountOf(ownKey(config, readText))]
  const at = (named: NamedAccount) => located('OPERATOR_SIGNERS', named, signs, readText)
  const hasKey = config.operatorKey !== undefined || Boolean(config.operatorKeyFile)
  if (!signs || first.source || !hasKey) return [first, ...others].map(at)
  const account = accountOf(ownKey(config, readText))
  if (account.address === first.address) return [account, ...others.map(at)]
  throw new Error(
    `OPERATOR_KEY is the key of ${account.address}, and OPERATOR_SIGNERS begins with ${first.address}`
  )
}

/** @throws Error that says which variable to change */
export function guardiansOf(config: AccountConfig, readText: ReadText): SigningAccount[] {
  return ofRole('GUARDIAN_SIGNERS', config.guardianSigners, config, readText)
}

/** @throws Error that says which variable to change */
export function settlersOf(config: AccountConfig, readText: ReadText): SigningAccount[] {
  return ofRole('SETTLER_SIGNERS', config.settlerSigners, config, readText)
}

function ofRole(
  setting: string,
  signers = '',
  { signs = true }: AccountConfig,
  readText: ReadText
): SigningAccount[] {
  return namedAccounts(setting, signers).map((named) => located(setting, named, signs, readText))
}

/** @throws Error that says what is wrong with the address */
export function adminOf({ adminAddress = '' }: AccountConfig): Address | null {
  if (adminAddress === '') return null
  const problem = addressProblem(adminAddress)
  if (problem) throw new Error(`ADMIN_ADDRESS ${problem}`)
  return checksummed(adminAddress)
}

/** @throws Error when the file cannot be read or others may read it, or it has no key or another one */
function located(
  setting: string,
  { address, source }: NamedAccount,
  signs: boolean,
  readText: ReadText
): SigningAccount {
  if (!signs || source === null) return { address, source: null }
  if (source.kind !== 'file') return { address, source }
  const account = accountOf(keyIn(source.file, setting, readText))
  if (account.address === address) return account
  throw new Error(`${setting}: ${source.file} has the key of ${account.address}, not ${address}`)
}

function ownKey(config: AccountConfig, readText: ReadText): OperatorKey {
  if (config.operatorKey) return new OperatorKey(config.operatorKey.release())
  if (config.operatorKeyFile) return keyIn(config.operatorKeyFile, 'OPERATOR_KEY_FILE', readText)
  throw new Error(
    'CHAIN_RPC_URL needs an operator: set OPERATOR_KEY or OPERATOR_KEY_FILE, or OPERATOR_SIGNERS'
  )
}

function keyIn(file: string, setting: string, readText: ReadText): OperatorKey {
  let text: string
  try {
    text = readText(file)
  } catch (error) {
    const why = error instanceof KeyFileOpen ? error.message : 'cannot be read'
    throw new Error(`${setting} names a file that ${why}: ${file}`, { cause: error })
  }
  return new OperatorKey(text)
}

class KeyFileOpen extends Error {}

const OTHERS = 0o007
const GROUP = 0o070

/**
 * Reads a key in a file; in production one that nobody else can read. A file that root owns and hands to
 * the group of a process that is not root is how systemd and Kubernetes give a secret to one service.
 */
export function keyReader(production: boolean, me = process.getuid?.() ?? 0): ReadText {
  return (file) => {
    const { mode, uid } = statSync(file)
    const isHandedOver = uid === 0 && me !== 0
    if (production && (mode & (isHandedOver ? OTHERS : OTHERS | GROUP)) !== 0) {
      const octal = (mode & 0o777).toString(8)
      throw new KeyFileOpen(`others may read (mode ${octal}; set 400)`)
    }
    return readFileSync(file, 'utf8')
  }
}
