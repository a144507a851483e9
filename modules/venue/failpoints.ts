import { placesOf } from '#app/failpoints/failpoint'

export const VENUE_FAILPOINTS = [
  /** The engine has decided a command; nothing of it is written. */
  'venue.decided',
  /** The version of a realm's venue is written; its rows and its history are not. */
  'venue.version_written',
  /** History and state are written in the posting; it has not been committed. */
  'venue.state_written',
  /** A feed has ticked; no realm has passed the tick. */
  'venue.feed_ticked',
  /** One realm has passed a tick; the others have not. */
  'venue.tick_passed',
  /** The rail knows how an account changes; the settlement is not posted. */
  'venue.rail_decided',
  /** A transfer was refused and its amount is back on the account; its operation still waits. */
  'venue.reserve_returned',
  /** An action for the live venue is stored; it is not claimed. */
  'venue.stored',
  /** An action for the live venue is claimed; nothing was sent. */
  'venue.claimed',
  /** The live venue was sent an action; its answer is not stored. */
  'venue.sent',
  /** What the live venue answered is stored; it is not booked. */
  'venue.answered',
  /** A live account has reached the next step of its setup. */
  'venue.provisioned',
  /** The nonce of an account's funding is stored; nothing was sent. */
  'venue.funding',
  /** The key of an agent is stored; it is not approved. */
  'venue.agent_drawn',
  /** Reports of the live venue are booked; how far they reach is not stored. */
  'venue.polled',
  /** A transfer has its nonce; it was not sent. */
  'venue.cash_claimed',
  /** A transfer was sent; its answer is not stored. */
  'venue.cash_sent',
] as const

export const failpoint = placesOf(VENUE_FAILPOINTS)
