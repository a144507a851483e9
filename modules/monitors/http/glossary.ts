import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

/** What the fields of monitors mean. */
export const MONITORS_GLOSSARY: Glossary = {
  'monitors.id': ['The monitor, by its id.', exampleId('mon')],
  'monitor': 'The monitor.',
  'monitors': 'The monitors, newest first.',
  ...of(['Monitor', 'createMonitor'], {
    id: 'The monitor.',
    objectPath: ['The object that is watched; or `prefix`.', '/users/u1/wallet'],
    prefix: 'Watches the sum of all objects below it; or `objectPath`.',
    measure: [
      '`available`: what the object can spend, the `settled` of its balance. `settled`: that and what is on its way out (`departing`), which is its own until it has left. `equity`: what it is worth, positions included.',
      'available',
    ],
    direction: ['Which side of the threshold is told: `monitor.crossed`.', 'below'],
    threshold: ['USD as a decimal string; the value has to go beyond it.', '100.00'],
    hysteresis:
      'How far the value comes back behind the threshold before `monitor.cleared`; none when it is left out.',
  }),
  ...of('Monitor', {
    state: '`new`: not measured yet. `crossed`: beyond the threshold, and not back since.',
    value: 'What was measured last.',
    changedAt: 'When it was crossed or cleared last.',
  }),
}
