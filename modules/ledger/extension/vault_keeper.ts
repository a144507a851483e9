import type { Movement, MovementSide } from './ledger_terms.ts'
import type { SettlementProgress } from './settlement_rail.ts'
import type { Atoms } from '#app/money/usd'

/** A transfer into or out of an exchange object, and the rail that asks for it. */
export interface VaultMovement {
  movement: Movement
  /** Name of the rail that is woken as soon as the movement has ended on the chain. */
  rail: string
}

/**
 * How far the vault of a deleted object has been levelled. `forbidden`: the protection of its
 * boundary lets no loss out, until its holder takes the protection off.
 */
export type Levelling =
  { state: 'even' } | { state: 'working' } | { state: 'forbidden'; message: string }

/**
 * Holds the value of exchange objects apart from the rest of their custody boundary. Custody
 * contributes it and the venue asks it. In a realm that no keeper serves, such value moves in the
 * journal alone.
 *
 * Every method may be called any number of times and sends nothing twice. A throw means "unknown".
 */
export interface VaultKeeper {
  readonly name: string

  serves(realm: { realmId: string; realmAsset: 'paper' | 'live' }): Promise<boolean>

  /**
   * Opens the vault of an object. A failure does no harm: the first movement opens the vault too.
   */
  register(object: MovementSide): Promise<void>

  /** Moves from the cash of the boundary into the vault what the target gets, without the fee. */
  fund(asked: VaultMovement): Promise<SettlementProgress>

  /**
   * Moves from the vault to the cash of the boundary. The caller has taken the amount out of
   * trading. The house pays in what the vault lacks, and takes what the vault has beyond `keeps`.
   *
   * @param keeps answers all that the account owns at the moment, including this amount and what is
   *   on its way; null while that depends on prices. It is asked before and after the vault is
   *   looked at, because only an equal answer can be compared with the vault
   */
  release(asked: VaultMovement, keeps: () => Promise<Atoms | null>): Promise<SettlementProgress>

  /**
   * Settles what an object has won or lost, before it is deleted. The vault is brought home once
   * the ledger has deleted the object.
   *
   * @param cash what the object owns, while nothing of it trades and nothing is on its way
   * @returns `even` once the vault holds exactly that, for good
   */
  level(object: MovementSide, cash: Atoms): Promise<Levelling>

  /**
   * Whether `level` would be forbidden as things are. Answers from the database, so that a request
   * can ask.
   *
   * @param worth the object's worth including its positions; null when it has none
   * @returns the reason, in words for the caller; null when nothing stands in the way
   */
  obstacle(object: MovementSide, worth: Atoms | null): Promise<string | null>

  /**
   * Asks to end a movement without its effect. A transaction that was sent may still be executed.
   */
  giveUp(asked: VaultMovement): Promise<void>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    vaultKeepers?: VaultKeeper[]
  }
}
