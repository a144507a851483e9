import { compared } from '#tests/functional/reconciliation/support/comparing'
import { accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { inRealm, type Scenario } from './scenario.ts'

const reconciliations = async (realm: TestRealm): Promise<AnyData[]> =>
  accepted(await realm.get('/reconciliations')).reconciliations
const tithe = async (realm: TestRealm): Promise<AnyData> =>
  accepted(await realm.get('/schedules')).schedules.find(({ name }: AnyData) => name === 'Tithe')
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
    came: tithe,
  },
  {
    operation: 'deleteSchedule',
    at: async ({ realm }) => `/schedules/${(await tithe(realm)).id}`,
    open: 'End',
    submit: 'End the schedule',
    asksBack: true,
    came: async (realm) => (await tithe(realm)).status === 'ended',
  },
  {
    operation: 'deleteReconciliation',
    at: async ({ realm }) => {
      const { report } = await compared(realm, { objectPath: '/users/bob/wallet' })
      return `/reconciliations/${report.id}`
    },
    open: 'Delete',
    submit: 'Delete the reconciliation',
    asksBack: true,
    came: async (realm) => (await reconciliations(realm)).length === 0,
  },
]
