import { of, type Glossary } from '#app/http/openapi/glossary'

/** What the fields of limits mean. */
export const LIMIT_GLOSSARY: Glossary = {
  limits: 'What bounds the movements of the object.',
  ...of(['ObjectLimits', 'setObjectLimits'], {
    maxPerMovement: ['The most that one movement takes out of the object.', '500.00'],
    maxPerDay: [
      'The most that is moved out of it in a UTC day of commit time: transfers, holds, withdrawals, postings and reversals, also those that fail later.',
      '2000.00',
    ],
    maxBalance: [
      'The most that a movement may let it hold, with what is on its way. Money from outside is credited nevertheless.',
      '10000.00',
    ],
    minBalance: ['What movements leave available.', '10.00'],
    movedToday: 'What counts towards `maxPerDay` today.',
  }),
}
