// Generated from the documents of the service by `node ace client:generate`. Do not edit.

/** What events tell, by type. */
export interface EventTypes {
  /** A realm was opened. */
  'realm.created': true
  /** A realm was closed for ever. */
  'realm.deleted': true
  /** An object was deleted; its path may be used again. */
  'object.deleted': true
  /** The create workflow of an object has finished; the object is usable. */
  'object.created': true
  /** Value for a deposit was seen outside; it is not credited yet. */
  'deposit.detected': true
  /** Value from outside has arrived for good and is credited. */
  'deposit.confirmed': true
  /** A deposit was credited. */
  'deposit.completed': true
  /** A withdrawal has left; its amount is debited. */
  'withdrawal.completed': true
  /** A withdrawal was refused; its amount is available again. */
  'withdrawal.failed': true
  /** A withdrawal emptied an object; its path is retired for ever. */
  'object.withdrawn': true
  /** A path became an isolation zone with a custody boundary of its own. */
  'boundary.declared': true
  /** The holder of a recovery key has locked a boundary, or taken what was in it. */
  'boundary.frozen': true
  /** The holder of a recovery key has unlocked a boundary. */
  'boundary.unfrozen': true
  /** An amount was reserved. */
  'hold.created': true
  /** An amount that was reserved was moved, or a part of it. */
  'hold.captured': true
  /** What was left of a hold is available again. */
  'hold.released': true
  /** The time of a hold is over; what was left of it is available again. */
  'hold.expired': true
  /** A pending operation failed; its holds were released. */
  'operation.failed': true
  /** A pending operation passed its deadline. */
  'operation.expired': true
  /** A guardian has named a successor to a recovery key that is lost; its holder can refuse until the time that is told. */
  'boundary.inheritance_proposed': true
  /** A successor that waited inherits nothing. */
  'boundary.inheritance_refused': true
  /** A successor has the place of the recovery key of a boundary; it stays locked. */
  'boundary.inherited': true
  /** An order rests on the book. */
  'order.open': true
  /** An order was filled in part and rests with the remainder. */
  'order.partially_filled': true
  /** An order was filled. */
  'order.filled': true
  /** An order ended without being filled completely; the payload says why. */
  'order.cancelled': true
  /** An order was refused by its venue. */
  'order.failed': true
  /** A leg of a bracket waits for its entry. */
  'order.pending': true
  /** An order waits for its trigger. */
  'order.waiting_for_trigger': true
  /** The trigger of an order has fired. */
  'order.triggered': true
  /** A fill was booked. */
  'fill.recorded': true
  /** Funding was paid or received on a position. */
  'funding.applied': true
  /** The payment of a link has arrived, or its payout has left. */
  'payment_link.completed': true
  /** A link ended without a payment. */
  'payment_link.expired': true
  /** A webhook has failed for five days, and nothing is sent to it any more. */
  'webhook.disabled': true
  /** A schedule has made the operation of one of its times. */
  'schedule.executed': true
  /** A time of a schedule ended without an operation; the payload says why. */
  'schedule.failed': true
  /** A time of a schedule was passed over: missed, or paused, or ended meanwhile. */
  'schedule.skipped': true
  /** A schedule was paused by the service, because its credential has ended. */
  'schedule.paused': true
  /** A schedule has no more times. */
  'schedule.ended': true
  /** A value that is watched has gone beyond its threshold. */
  'monitor.crossed': true
  /** It has come back, by as much as its hysteresis asks for. */
  'monitor.cleared': true
  /** A file was compared with the books; the payload has how many items are in each state. */
  'reconciliation.completed': true
  /** A file could not be compared with the books; the payload says why. */
  'reconciliation.failed': true
  /** A request waits for approvals; the payload says where people decide. */
  'approval.requested': true
  /** A request was approved and executed. */
  'approval.executed': true
  /** A request was approved, and refused when it was executed. */
  'approval.failed': true
  /** A request was denied by a member of the organization. */
  'approval.denied': true
  /** A request was not approved in time. */
  'approval.expired': true
}

export type EventType = keyof EventTypes
