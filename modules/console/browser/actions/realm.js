// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { newKey } from '../api.js'
import { secretView } from '../parts.js'
import { brandingPreview } from './branding_preview.js'

/**
 * What can be done in a realm, each as a form.
 *
 * @typedef {import('../forms/action_form.js').Action} Action
 * @typedef {import('../forms/action_form.js').Field} Field
 * @typedef {import('../app.js').Context} Context
 */

const SUGGESTED = 100

/**
 * The name of the operation, and with that the key of its retries.
 *
 * @param {string} [name] of the field
 * @returns {Field}
 */
export const operationPath = (name = 'path') => ({
  name,
  label: 'Operation path',
  value: `/op/console/${newKey().slice(0, 12)}`,
  more: true,
})

/**
 * @param {Context} context
 * @param {string} realmId
 */
const pathsOf =
  ({ api }, realmId) =>
  async () => {
    const { objects } = await api.get('/api/v1/objects', { realmId, limit: SUGGESTED })
    return objects.map((/** @type {any} */ { path }) => path)
  }

/**
 * A path of an object, with those of the realm suggested.
 *
 * @param {Context} context
 * @param {string} realmId
 * @param {{ name?: string, label?: string, value?: string }} [more]
 */
export const objectField = (context, realmId, more = {}) => ({
  name: 'objectPath',
  label: 'Object',
  suggest: pathsOf(context, realmId),
  ...more,
})

/**
 * @param {string} realmId
 * @param {string} id
 */
const toOperation = (realmId, id) => ({ go: `/console/realms/${realmId}/operations/${id}` })

/** @returns {Action} */
export const createRealm = () => ({
  operation: 'createRealm',
  title: 'New realm',
  submit: 'Create the realm',
  lead: 'A paper realm costs nothing: its money is play money.',
  fields: [
    { name: 'name', label: 'Name' },
    {
      name: 'asset',
      label: 'Money',
      value: 'paper',
      options: [
        ['paper', 'paper: simulated'],
        ['live', 'live: real'],
      ],
    },
    { name: 'lifecycle', label: 'Lifecycle', more: true },
    { name: 'description', label: 'Description', more: true },
  ],
  done: ({ id }) => ({ go: `/console/realms/${id}` }),
})

/**
 * @param {string} realmId
 * @param {string} [folder] in which it is made
 * @returns {Action}
 */
export const createObject = (realmId, folder = '/') => ({
  operation: 'createObject',
  title: 'Create an object',
  submit: 'Create the object',
  fixed: { realmId },
  fields: [
    { name: 'path', label: 'Path', value: folder },
    {
      name: 'type',
      label: 'Type',
      value: 'denominated',
      options: [
        ['denominated', 'denominated: holds USD'],
        ['exchange', 'exchange: trades perpetual futures'],
        ['escrow', 'escrow'],
      ],
    },
    { name: 'metadata', label: 'Metadata, JSON', as: 'lines', more: true },
    operationPath('operationPath'),
  ],
  done: ({ operation, object }) =>
    operation
      ? toOperation(realmId, operation.id)
      : { go: `/console/realms/${realmId}/objects/${object.id}` },
})

/**
 * @param {Context} context
 * @param {{ realmId: string, objectPath?: string }} about
 * @returns {Action}
 */
export const fundAccount = (context, { realmId, objectPath = '' }) => ({
  operation: 'fundAccount',
  title: 'Fund an object',
  submit: 'Fund',
  lead: 'On paper the money is simulated and settles within seconds; a live realm waits for tokens.',
  fixed: { realmId },
  fields: [
    objectField(context, realmId, { value: objectPath }),
    { name: 'amount', label: 'Amount, USD' },
    operationPath(),
  ],
  done: ({ operation }) => toOperation(realmId, operation.id),
})

/**
 * @param {Context} context
 * @param {{ realmId: string, sourceObjectPath?: string }} about
 * @returns {Action}
 */
export const createTransfer = (context, { realmId, sourceObjectPath = '' }) => ({
  operation: 'createTransfer',
  title: 'Transfer',
  submit: 'Transfer',
  fixed: { realmId },
  fields: [
    objectField(context, realmId, {
      name: 'sourceObjectPath',
      label: 'From',
      value: sourceObjectPath,
    }),
    objectField(context, realmId, { name: 'targetObjectPath', label: 'To' }),
    { name: 'amount', label: 'Amount, USD' },
    { name: 'feeOverride', label: 'Fee, USD', more: true },
    operationPath(),
  ],
  done: ({ operation }) => toOperation(realmId, operation.id),
})

/**
 * @param {Context} context
 * @param {{ realmId: string, objectPath?: string }} about
 * @returns {Action}
 */
export const defundAccount = (context, { realmId, objectPath = '' }) => ({
  operation: 'defundAccount',
  title: 'Withdraw',
  submit: 'Withdraw',
  irreversible: 'Money that has left for an address cannot be called back.',
  fixed: { realmId },
  fields: [
    objectField(context, realmId, { value: objectPath }),
    { name: 'amount', label: 'Amount, USD' },
    { name: 'destinationAddress', label: 'To the address' },
    operationPath(),
  ],
  done: ({ operation }) => toOperation(realmId, operation.id),
})

/**
 * @param {Context} context
 * @param {{ realmId: string, sourceObjectPath?: string }} about
 * @returns {Action}
 */
export const createHold = (context, { realmId, sourceObjectPath = '' }) => ({
  operation: 'createHold',
  title: 'Hold',
  submit: 'Hold',
  lead: 'The money is set aside for the other side, until it is captured or released.',
  fixed: { realmId },
  fields: [
    objectField(context, realmId, {
      name: 'sourceObjectPath',
      label: 'From',
      value: sourceObjectPath,
    }),
    objectField(context, realmId, { name: 'targetObjectPath', label: 'For' }),
    { name: 'amount', label: 'Amount, USD' },
    operationPath(),
  ],
  done: ({ operation }) => toOperation(realmId, operation.id),
})

/**
 * @param {string} realmId
 * @param {any} operation
 * @returns {Action}
 */
export const captureHold = (realmId, operation) => ({
  operation: 'captureHold',
  title: 'Capture the hold',
  submit: 'Capture',
  at: { operationId: operation.id },
  fixed: { realmId },
  fields: [{ name: 'amount', label: 'Amount, USD' }, operationPath()],
  done: (answer) => toOperation(realmId, answer.operation.id),
})

/**
 * @param {string} realmId
 * @param {any} operation
 * @returns {Action}
 */
export const releaseHold = (realmId, operation) => ({
  operation: 'releaseHold',
  title: 'Release the hold',
  submit: 'Release',
  at: { operationId: operation.id },
  fixed: { realmId },
  fields: [operationPath()],
})

/**
 * @param {string} realmId
 * @param {any} operation
 * @returns {Action}
 */
export const reverseOperation = (realmId, operation) => ({
  operation: 'reverseOperation',
  title: 'Reverse',
  submit: 'Reverse',
  lead: 'The money goes back by another operation; both stay in the journal.',
  at: { id: operation.id },
  fixed: { realmId },
  fields: [
    { name: 'amount', label: 'Amount, USD', help: 'Everything that is left, when it is empty.' },
    { name: 'reason', label: 'Reason' },
    { name: 'refundFee', label: 'The fee goes back, too' },
    operationPath(),
  ],
  done: (answer) => toOperation(realmId, answer.operation.id),
})

/**
 * @param {string} realmId
 * @returns {Action}
 */
export const createZone = (realmId) => ({
  operation: 'createIsolationZone',
  title: 'Draw a custody boundary',
  submit: 'Draw the boundary',
  irreversible:
    'From then on value enters and leaves this path on the chain alone. A boundary cannot be taken away again.',
  fixed: { realmId },
  fields: [{ name: 'path', label: 'Path', value: '/' }],
})

/**
 * @param {Context} context
 * @param {{ realmId: string, objectPath?: string }} about
 * @returns {Action}
 */
export const createPaymentLink = (context, { realmId, objectPath = '' }) => ({
  operation: 'createPaymentLink',
  title: 'New payment link',
  submit: 'Make the link',
  fixed: { realmId },
  fields: [
    {
      name: 'type',
      label: 'Type',
      value: 'deposit',
      options: [
        ['deposit', 'deposit: somebody pays in'],
        ['withdrawal', 'withdrawal: somebody is paid out'],
      ],
    },
    objectField(context, realmId, { value: objectPath }),
    { name: 'amount', label: 'Amount, USD' },
    { name: 'description', label: 'For' },
    { name: 'reference', label: 'Reference' },
    { name: 'expiresInMinutes', label: 'Open for, minutes' },
    { name: 'returnUrl', label: 'Leads back to', more: true },
    { name: 'returnStrategy', label: 'How it leads back', more: true },
    { name: 'destinationAddress', label: 'Pays out to', more: true },
    { name: 'metadata', label: 'Metadata, JSON', as: 'lines', more: true },
    operationPath(),
  ],
  done: ({ paymentLink }) => ({
    view: html`<p>
        <a href=${paymentLink.url} target="_blank" rel="noreferrer">Open the payment page</a>
      </p>
      ${secretView('link', paymentLink.url, { once: false })}`,
  }),
})

/**
 * @param {string} realmId
 * @param {any} link
 * @returns {Action}
 */
export const cancelPaymentLink = (realmId, link) => ({
  operation: 'deletePaymentLink',
  title: 'End the payment link',
  submit: 'End it',
  irreversible: `Nobody can pay ${link.amount} ${link.denomination} by it any more.`,
  at: { id: link.id },
  fixed: { realmId },
})

/**
 * @param {string} realmId
 * @param {any} settings as they are
 * @param {string} name of the realm
 * @returns {Action}
 */
export function updateRealmSettings(realmId, settings, name) {
  const branding = settings?.branding ?? {}
  const text = (/** @type {unknown} */ value) =>
    value === null || value === undefined ? '' : String(value)
  return {
    operation: 'updateRealmSettings',
    title: 'Settings of the realm',
    submit: 'Save',
    lead: 'What payers see, and what orders cost. An empty field stays as it is.',
    at: { id: realmId },
    fields: [
      {
        name: 'branding.displayName',
        label: 'Name on payment pages',
        value: text(branding.displayName),
      },
      { name: 'branding.accentColor', label: 'Colour', value: text(branding.accentColor) },
      { name: 'branding.logoUrl', label: 'Logo', value: text(branding.logoUrl) },
      {
        name: 'branding.environmentBannerText',
        label: 'Banner',
        value: text(branding.environmentBannerText),
      },
      {
        name: 'branding.hideExpiryTimer',
        label: 'Without a countdown',
        value: text(branding.hideExpiryTimer),
        both: true,
      },
      {
        name: 'defaultApplicationFeeTenthsBps',
        label: 'Fee on orders, tenths of a basis point',
        value: text(settings?.defaultApplicationFeeTenthsBps),
        more: true,
      },
    ],
    aside: (input) => brandingPreview(input.branding ?? {}, name),
  }
}

/**
 * @param {any} realm
 * @returns {Action}
 */
export const deleteRealm = (realm) => ({
  operation: 'deleteRealm',
  title: `Delete ${realm.name}`,
  submit: 'Delete the realm for ever',
  irreversible: 'The realm and everything in it is gone for ever.',
  at: { id: realm.id },
  done: () => ({ go: '/console' }),
})
