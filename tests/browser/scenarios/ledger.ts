import { accepted, type AnyData, type TestRealm } from '#tests/support/client'
import { ADDRESS, asked, atNewest, inRealm, newest, type Scenario } from './scenario.ts'

const links = async (realm: TestRealm) => accepted(await realm.get('/payment-links')).paymentLinks

/** What is done with value, and with what holds it. */
export const LEDGER_SCENARIOS: Scenario[] = [
  {
    operation: 'createRealm',
    at: () => '/console',
    open: 'New realm',
    fill: { Name: 'Made here' },
    submit: 'Create the realm',
    came: async ({ client }) =>
      accepted(await client.get('/api/v1/realms')).realms.some(
        ({ name }: AnyData) => name === 'Made here'
      ),
  },
  {
    operation: 'createObject',
    at: inRealm('/objects'),
    open: 'New object',
    fill: { Path: '/shop/till' },
    submit: 'Create the object',
    came: async (realm) => (await realm.find('/shop/till')).data?.object,
  },
  {
    operation: 'fundAccount',
    at: inRealm(''),
    open: 'Fund',
    fill: { 'Object': '/users/bob/wallet', 'Amount, USD': '40.25' },
    submit: 'Fund',
    came: asked('deposit', '40.25'),
  },
  {
    operation: 'createTransfer',
    at: inRealm('/operations'),
    open: 'Transfer',
    fill: { 'From': '/users/ann/wallet', 'To': '/users/bob/wallet', 'Amount, USD': '7.00' },
    submit: 'Transfer',
    came: asked('transfer', '7.00'),
  },
  {
    operation: 'reverseOperation',
    at: atNewest('transfer'),
    open: 'Reverse',
    fill: { 'Amount, USD': '2', 'Reason': 'Sent too much' },
    submit: 'Reverse',
    came: newest('reversal'),
  },
  {
    operation: 'createHold',
    at: inRealm('/objects/at?path=/users/ann/wallet'),
    open: 'Hold',
    fill: { 'For': '/users/bob/wallet', 'Amount, USD': '5' },
    submit: 'Hold',
    came: newest('hold'),
  },
  {
    operation: 'captureHold',
    at: atNewest('hold'),
    open: 'Capture',
    fill: { 'Amount, USD': '2' },
    submit: 'Capture',
    came: newest('capture'),
  },
  {
    operation: 'releaseHold',
    at: atNewest('hold'),
    open: 'Release',
    submit: 'Release',
    came: async (realm) => (await newest('hold')(realm)).state !== 'pending',
  },
  {
    operation: 'createPaymentLink',
    at: inRealm('/links'),
    open: 'New payment link',
    fill: { 'Object': '/users/bob/wallet', 'Amount, USD': '19.90' },
    submit: 'Make the link',
    came: async (realm) => (await links(realm))[0],
  },
  {
    operation: 'deletePaymentLink',
    at: inRealm('/links'),
    open: 'End',
    submit: 'End it',
    asksBack: true,
    came: async (realm) => (await links(realm))[0].status !== 'pending',
  },
  {
    operation: 'defundAccount',
    at: inRealm('/objects/at?path=/users/ann/wallet'),
    open: 'Withdraw',
    fill: { 'Amount, USD': '3', 'To the address': ADDRESS },
    submit: 'Withdraw',
    asksBack: true,
    came: newest('withdrawal'),
  },
  {
    operation: 'setObjectLimits',
    at: inRealm('/objects/at?path=/users/bob/wallet'),
    open: 'Limits',
    fill: { 'Out in a day (UTC), at most': '900' },
    submit: 'Set the limits',
    came: async (realm) => {
      const { object } = accepted(await realm.find('/users/bob/wallet'))
      const { limits } = accepted(await realm.get(`/objects/${object.id}/limits`))
      return limits.maxPerDay === '900.00'
    },
  },
  {
    operation: 'updateObjectLabels',
    at: inRealm('/objects/at?path=/users/bob/wallet'),
    open: 'Labels',
    fill: { 'Labels, JSON': '{"tier":"gold"}' },
    submit: 'Save',
    came: async (realm) => accepted(await realm.find('/users/bob/wallet')).object.labels?.tier,
  },
  {
    operation: 'deleteObject',
    at: inRealm('/objects/at?path=/shop/till'),
    open: 'Delete',
    submit: 'Delete the object',
    asksBack: true,
    came: async (realm) => (await realm.find('/shop/till')).status === 404,
  },
  {
    operation: 'updateRealmSettings',
    at: inRealm('/settings'),
    open: 'Change the settings',
    fill: { 'Name on payment pages': 'Corner Shop', 'Colour': '#0a6b3d' },
    shows: 'Payment to Corner Shop',
    submit: 'Save',
    came: async ({ client, id }) =>
      accepted(await client.get(`/api/v1/realms/${id}`)).settings.branding?.displayName,
  },
  {
    operation: 'deleteRealm',
    at: async ({ realm: { client } }) => {
      const doomed = await client.realm({ name: 'Doomed', lifecycle: 'temporary' })
      return `/console/realms/${doomed.id}/settings`
    },
    open: 'Delete the realm',
    submit: 'Delete the realm for ever',
    asksBack: true,
    came: async ({ client }) =>
      accepted(await client.get('/api/v1/realms')).realms.every(
        ({ name }: AnyData) => name !== 'Doomed'
      ),
  },
]
