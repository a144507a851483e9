// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { copyButton, facts } from '../parts.js'
import { objectField, operationPath } from './realm.js'

/**
 * What protects a boundary.
 *
 * @typedef {import('../forms/action_form.js').Action} Action
 * @typedef {{ realmId: string, boundaryId: string }} Boundary
 */

/**
 * @param {Boundary} boundary
 * @returns {Action}
 */
export const registerRecoveryKey = ({ realmId, boundaryId }) => ({
  operation: 'registerRecoveryKey',
  title: 'Register a recovery key',
  submit: 'Register the key',
  irreversible:
    'The holder of this key can freeze the boundary and take its money out. Afterwards only that holder can change it.',
  fixed: { realmId, boundaryId },
  fields: [{ name: 'walletAddress', label: 'Address of the key' }],
})

/**
 * @param {Boundary} boundary
 * @param {number} seconds as it is
 * @returns {Action}
 */
export const setTimeLock = ({ realmId, boundaryId }, seconds) => ({
  operation: 'setTimeLock',
  title: 'Time lock',
  submit: 'Set the time lock',
  irreversible: 'Only the holder of the recovery key can shorten a time lock again.',
  at: { boundaryId },
  fixed: { realmId },
  fields: [{ name: 'seconds', label: 'Seconds', value: String(seconds) }],
})

/**
 * @param {Boundary} boundary
 * @returns {Action}
 */
export const armBoundary = ({ realmId, boundaryId }) => ({
  operation: 'armBoundary',
  title: 'Arm the boundary',
  submit: 'Arm it',
  irreversible:
    'From then on value leaves only with the signature of the co-signer, who alone can end that.',
  at: { boundaryId },
  fixed: { realmId },
  fields: [{ name: 'cosigner', label: 'Address of the co-signer' }],
})

/**
 * @param {Boundary} boundary
 * @param {any[]} waiting its keys that wait, as `GET …/keys` tells them
 * @returns {Action}
 */
export const acceptKey = ({ realmId, boundaryId }, waiting) => {
  const key = waiting.find(({ word }) => word === 'missing')
  return {
    operation: 'acceptKey',
    title: 'Signature of a key that waits',
    submit: 'Bring the signature',
    lead: key
      ? `${key.address} signs this, and takes effect when its time has come.`
      : 'No key of this boundary waits for a signature.',
    at: { boundaryId },
    fixed: { realmId, ...(key && { role: key.role, deadline: key.sign.deadline }) },
    fields: [
      ...(key
        ? []
        : [
            { name: 'role', label: 'Role' },
            { name: 'deadline', label: 'Deadline' },
          ]),
      { name: 'signature', label: 'Signature of the key' },
    ],
    aside: () => key && typedDataView(key.sign),
  }
}

/**
 * @param {Boundary} boundary
 * @returns {Action}
 */
export const cancelKey = ({ realmId, boundaryId }) => ({
  operation: 'cancelKey',
  title: 'Take a waiting key back',
  submit: 'Take it back',
  lead: 'A key that is in effect stays: its holder alone hands it over.',
  at: { boundaryId },
  fixed: { realmId },
  fields: [{ name: 'role', label: 'Role' }],
})

/**
 * @param {Boundary} boundary
 * @param {(proposal: any) => void} submit opens the form for the signature
 * @returns {Action}
 */
export const askInheritance = ({ realmId, boundaryId }, submit) => ({
  operation: 'proposeInheritance',
  title: 'Name a successor, 1 of 2',
  submit: 'Show what is to be signed',
  lead: 'For a boundary whose holder has locked it and lost the recovery key. The successor signs first; nothing is stored before the signature comes.',
  at: { boundaryId },
  fixed: { realmId },
  fields: [{ name: 'successor', label: 'Address of the successor' }],
  done: (proposal) => ({
    view: html`
      ${typedDataView(proposal)}
      <p>
        <button type="button" @click=${() => submit(proposal)}>I have the signature</button>
      </p>
    `,
  }),
})

/**
 * @param {Boundary} boundary
 * @param {any} proposal
 * @returns {Action}
 */
export const proposeInheritance = ({ realmId, boundaryId }, { successor, deadline }) => ({
  operation: 'proposeInheritance',
  title: 'Name a successor, 2 of 2',
  submit: 'Propose the successor',
  irreversible: `Unless the holder or a guardian refuses within the wait, ${successor} holds the boundary and can take its money out.`,
  at: { boundaryId },
  fixed: { realmId, successor, deadline },
  fields: [{ name: 'signature', label: 'Signature of the successor' }],
})

/** @param {{ digest: string, typedData: object }} signed */
const typedDataView = ({ digest, typedData }) => html`
  ${facts([['Digest', html`<code>${digest}</code>`]])}
  <pre
    tabindex="0"
    aria-label="EIP-712 typed data"
  ><code>${JSON.stringify(typedData, null, 2)}</code></pre>
  ${copyButton(JSON.stringify(typedData), 'Copy the typed data')}
`

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {(proposal: any, input: Record<string, any>) => void} submit opens the form for the signature
 * @returns {Action}
 */
export const proposeWithdrawal = (context, realmId, submit) => ({
  operation: 'proposeWithdrawal',
  title: 'Co-signed withdrawal, 1 of 2',
  submit: 'Show what is to be signed',
  lead: 'The co-signer signs this exact withdrawal. Nothing is stored before the signature comes.',
  fixed: { realmId },
  fields: [
    objectField(context, realmId),
    { name: 'amount', label: 'Amount, USD' },
    { name: 'destinationAddress', label: 'To the address' },
    operationPath(),
  ],
  done: (proposal, input) => ({
    view: html`
      ${facts([['Nonce', html`<code>${proposal.nonce}</code>`]])} ${typedDataView(proposal)}
      <p>
        <button type="button" @click=${() => submit(proposal, input)}>I have the signature</button>
      </p>
    `,
  }),
})

/**
 * @param {any} proposal
 * @param {Record<string, any>} input of the proposal
 * @returns {Action}
 */
export const submitWithdrawal = ({ nonce, deadline }, input) => ({
  operation: 'createCosignedWithdrawal',
  title: 'Co-signed withdrawal, 2 of 2',
  submit: 'Withdraw',
  irreversible: 'Money that has left for an address cannot be called back.',
  fixed: { ...input, nonce, deadline },
  fields: [{ name: 'signature', label: 'Signature of the co-signer' }],
  done: ({ operation }) => ({
    go: `/console/realms/${input.realmId}/operations/${operation.id}`,
  }),
})
