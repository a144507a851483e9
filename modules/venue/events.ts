/** The events of the module, about orders and positions. */
export const VENUE_EVENTS: Record<string, string> = {
  'order.open': 'An order rests on the book.',
  'order.partially_filled': 'An order was filled in part and rests with the remainder.',
  'order.filled': 'An order was filled.',
  'order.cancelled': 'An order ended without being filled completely; the payload says why.',
  'order.failed': 'An order was refused by its venue.',
  'order.pending': 'A leg of a bracket waits for its entry.',
  'order.waiting_for_trigger': 'An order waits for its trigger.',
  'order.triggered': 'The trigger of an order has fired.',
  'fill.recorded': 'A fill was booked.',
  'funding.applied': 'Funding was paid or received on a position.',
}
