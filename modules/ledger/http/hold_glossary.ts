import { of, type Glossary } from '#app/http/openapi/glossary'

/** What the fields of holds mean. */
export const HOLD_GLOSSARY: Glossary = {
  'hold': 'The hold.',
  'holds': 'Holds, newest first.',
  ...of('Hold', {
    operationId: 'The operation that reserved the amount; it is pending while the hold is open.',
    path: 'The path of that operation.',
    status:
      '`open`: takes captures. `captured`: nothing is left. `released`: all of it was given back. `expired`: its time is over.',
    sourceObjectPath: 'The object that the amount is reserved on.',
    targetObjectPath: 'Whom it is reserved for; null while that is not known.',
    amount: 'What was reserved.',
    capturedAmount: 'What was taken off it by captures, fees included.',
    remainingAmount: 'What can still be captured.',
    expiresAt: 'When it ends by itself; null: never.',
    metadata: 'Texts of its builder.',
    captures: 'The operations that captured a part of it, oldest first.',
  }),
  ...of('createHold', {
    targetObjectPath: [
      'Whom the amount is reserved for; shown there as arriving.',
      '/users/u2/wallet',
    ],
    expiresInSeconds: [
      'After how many seconds it ends by itself; without it, it lasts until it is captured or released.',
      604_800,
    ],
    metadata: ['Texts of your own.', { order: '2026-17' }],
  }),
  ...of('captureHold', {
    amount: ['How much, fee included; all that is left without it.', '5.00'],
    targetObjectPath: [
      'Where the amount goes; the target of the hold without it.',
      '/users/u2/wallet',
    ],
    final: 'Whether the rest is released.',
  }),
  ...of('releaseHold', {
    path: ['With the same one, the same release is answered again.', '/op/releaseHold-1'],
  }),
  ...of('extendHold', {
    expiresInSeconds: ['How many seconds from now it lasts: longer than before.', 1_209_600],
  }),
  'listHolds.status': 'Only holds of this status.',
}
