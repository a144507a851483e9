import type { Movement, MovementSide } from '#app/extension/ledger_terms'
import type { SettlementProgress } from '#app/extension/settlement_rail'
import type { Atoms } from '#app/money/usd'

/** A transfer into or out of an exchange object, and the rail that asks for it. */
export interface VaultMovement {
  movement: Movement
  /** Is woken as soon as the movement has its end on the chain. */
  rail: string
}

/**
 * How far the vault of an object that is deleted is: `forbidden` where its boundary's protection lets
 * no loss out, which lasts until somebody takes it off.
 */
export type Levelling =
  { state: 'even' } | { state: 'working' } | { state: 'forbidden'; message: string }

/**
 * Holds what exchange objects have, apart from the rest of their custody boundary. Contributed by
 * custody and asked by the venue; where none serves a realm its value moves in the journal alone.
 *
 * Everything may be asked any number of times and sends nothing twice. A throw means "unknown".
 */
export interface VaultKeeper {
  readonly name: string

  serves(realm: { realmId: string; realmAsset: 'paper' | 'live' }): Promise<boolean>

  /** Opens the vault of an object; whatever moves there first does it too, so that this may fail. */
  register(object: MovementSide): Promise<void>

  /** From the cash of the boundary into the vault: what the target gets, without the fee. */
  fund(asked: VaultMovement): Promise<SettlementProgress>

  /**
   * From the vault to the cash of the boundary. The caller has taken the amount out of trading. What
   * the vault lacks the house pays in; what it has beyond `keeps` the house has won.
   *
   * @param keeps tells all the account owns at the moment, this amount and whatever is on its way
   *   included; null while that depends on prices. Asked before and after the vault is looked at: only
   *   what stayed as it was can be compared with what lies there
   */
  release(asked: VaultMovement, keeps: () => Promise<Atoms | null>): Promise<SettlementProgress>

  /**
   * Settles what an object has won or lost, before it is deleted. Its vault is brought home once the
   * ledger has done so.
   *
   * @param cash what it owns: nothing of it trades any more, and nothing is on its way
   * @returns `even` once its vault holds exactly that, for good
   */
  level(object: MovementSide, cash: Atoms): Promise<Levelling>

  /**
   * Whether `level` would be forbidden as things are; answers from the database, for requests.
   *
   * @param worth what the object is worth with its positions; null when it has none
   * @returns why, in words for the caller; null when nothing stands in the way
   */
  obstacle(object: MovementSide, worth: Atoms | null): Promise<string | null>

  /** Asks to end a movement without its effect. What was sent may be done all the same. */
  giveUp(asked: VaultMovement): Promise<void>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    vaultKeepers?: VaultKeeper[]
  }
}
