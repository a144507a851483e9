import { accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { inRealm, type Scenario } from './scenario.ts'

const monitors = async (realm: TestRealm) => accepted(await realm.get('/monitors')).monitors

/** Forms on pages that other modules add to the console. */
export const ADDED_SCENARIOS: Scenario[] = [
  {
    operation: 'createMonitor',
    at: inRealm('/monitors'),
    open: 'New monitor',
    fill: { 'Object': '/users/bob/wallet', 'Threshold, USD': '7' },
    submit: 'Make the monitor',
    came: async (realm) => (await monitors(realm))[0],
  },
  {
    operation: 'deleteMonitor',
    at: inRealm('/monitors'),
    open: 'Delete',
    submit: 'Delete the monitor',
    asksBack: true,
    came: async (realm) => (await monitors(realm)).length === 0,
  },
  {
    operation: 'createSchedule',
    at: inRealm('/schedules'),
    open: 'New schedule',
    fill: { 'Name': 'Tithe', 'Path of its operations': '/op/tithe' },
    submit: 'Make the schedule',
    came: async (realm) =>
      accepted(await realm.get('/schedules')).schedules.find(
        ({ name }: AnyData) => name === 'Tithe'
      ),
  },
]
