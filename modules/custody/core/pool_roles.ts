import type { Address, ChainValue } from './chain_types.ts'
import type { ToldEvent } from './pool_event.ts'

/** Who is to act for the service, as the settings say. */
export interface PlannedRoles {
  /** Of live pools; null: their operator. */
  admin: Address | null
  operators: readonly Address[]
  /** The operators, where none are named. */
  settlers: readonly Address[]
  guardians: readonly Address[]
}

/** Who may act on a pool, as the chain says of the accounts that are planned. */
export interface PoolRoles {
  admin: Address
  pendingAdmin: Address
  halted: boolean
  /** Of the planned ones, those that the pool knows. */
  operators: readonly Address[]
  /** Null in pools of releases 1 and 2, whose operators settle. */
  settlers: readonly Address[] | null
  guardians: readonly Address[]
}

/** A call that only the admin of a pool can make. */
export interface AdminCall {
  fn:
    | 'setOperator'
    | 'setSettler'
    | 'setGuardian'
    | 'resume'
    | 'acceptAdmin'
    | 'cancelExit'
    | 'cancelRecoveryKey'
    | 'cancelCosigner'
    | 'revokeTimeLock'
    | 'refuseInheritance'
    | 'takeBack'
    | 'recoverVault'
    | 'setHouse'
    | 'requestRescue'
    | 'executeRescue'
    | 'cancelRescue'
    | 'setCosignerFor'
  args: readonly ChainValue[]
  /** What it is for. */
  why: string
}

/**
 * What a pool still wants of an admin whose key the service does not have.
 *
 * @param goesOn nobody wants the realm to stand still any more
 */
export function adminCalls(planned: PlannedRoles, pool: PoolRoles, goesOn: boolean): AdminCall[] {
  const missing = (wanted: readonly Address[], known: readonly Address[]) =>
    wanted.filter((account) => !known.includes(account))
  return [
    ...(planned.admin !== null && pool.pendingAdmin === planned.admin
      ? [{ fn: 'acceptAdmin', args: [], why: 'The pool is handed over to this admin.' } as const]
      : []),
    ...missing(planned.operators, pool.operators).map((account) => ({
      fn: 'setOperator' as const,
      args: [account, true],
      why: `${account} is an operator of the settings.`,
    })),
    ...missing(planned.settlers, pool.settlers ?? planned.settlers).map((account) => ({
      fn: 'setSettler' as const,
      args: [account, true],
      why: `${account} is a settler of the settings.`,
    })),
    ...missing(planned.guardians, pool.guardians).map((account) => ({
      fn: 'setGuardian' as const,
      args: [account, true],
      why: `${account} is a guardian of the settings.`,
    })),
    ...(pool.halted && goesOn
      ? [{ fn: 'resume', args: [], why: 'The realm was let go on.' } as const]
      : []),
  ]
}

/** A role that an admin gives, and to whom. */
export interface GivenRole {
  role: 'operator' | 'settler' | 'guardian'
  account: Address
}

export type RoleChange = GivenRole & { enabled: boolean }

/** What an event says of who has a role; null for others. A pool is made with an operator. */
export function roleChangeOf({ name, args }: ToldEvent): RoleChange | null {
  if (name === 'RealmInitialized') {
    return { role: 'operator', account: args.operator as Address, enabled: true }
  }
  const [, found] = /^(Operator|Settler|Guardian)Changed$/.exec(name) ?? []
  if (found === undefined) return null
  const role = found.toLowerCase() as GivenRole['role']
  return { role, account: args[role] as Address, enabled: String(args.enabled) === 'true' }
}

/** Whether the settings give an account this role. */
export function isPlanned({ role, account }: GivenRole, planned: PlannedRoles): boolean {
  return among(planned[`${role}s`], account)
}

const SETS = { operator: 'setOperator', settler: 'setSettler', guardian: 'setGuardian' } as const

/** What an admin elsewhere is asked about: to take back what the settings do not say. */
export function unplannedCalls(given: readonly GivenRole[], planned: PlannedRoles): AdminCall[] {
  return given
    .filter((one) => !isPlanned(one, planned))
    .map(({ role, account }) => ({
      fn: SETS[role],
      args: [account, false],
      why: `${account} is no ${role} of the settings. Name it there, or take its role.`,
    }))
}

/**
 * Whether an event gives a role to an account of the settings, or takes one from any other: what the admin was
 * asked for, in a transaction of its own. It gives nobody else anything.
 */
export function isPlannedRole(event: ToldEvent, planned: PlannedRoles): boolean {
  const change = roleChangeOf(event)
  if (change) return isPlanned(change, planned) === change.enabled
  const { name, args } = event
  return name === 'AdminProposed' && planned.admin !== null && among([planned.admin], args.proposed)
}

function among(accounts: readonly Address[], account: unknown): boolean {
  return accounts.some((one) => one.toLowerCase() === String(account).toLowerCase())
}

/** Why live realms may not be run by these accounts, or null when they may. */
export function rolesBroken(planned: PlannedRoles): string | null {
  const { admin, operators, settlers, guardians } = planned
  if (admin === null) return 'nobody but the operator would be admin: set ADMIN_ADDRESS'
  if (guardians.length === 0) return 'no guardian is named: set GUARDIAN_SIGNERS'
  const both = settlers.find((account) => operators.includes(account))
  if (both !== undefined) return `${both} settles and withdraws: name others in SETTLER_SIGNERS`
  return sharedRole(planned)
}

/** An account with two roles that are never one: who steals its key has both. Null: there is none. */
export function sharedRole({ admin, operators, settlers, guardians }: PlannedRoles): string | null {
  const signing = [...operators, ...settlers, ...guardians]
  if (admin !== null && signing.includes(admin)) {
    return `ADMIN_ADDRESS ${admin} is an account that workers sign for`
  }
  const both = guardians.find(
    (account) => operators.includes(account) || settlers.includes(account)
  )
  return both === undefined ? null : `${both} is guardian and operator or settler`
}
