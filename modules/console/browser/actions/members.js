// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { secretView } from '../parts.js'

/**
 * Who is in the organization, and what they are there.
 *
 * @typedef {import('../forms/action_form.js').Action} Action
 */

/** The least first: what nobody has chosen must not give the most. */
const ROLES = /** @type {[string, string][]} */ ([
  ['viewer', 'viewer: reads everything'],
  ['developer', 'developer: does everything but manage members'],
  ['owner', 'owner: does everything'],
])

/** @returns {Action} */
export const createInvitation = () => ({
  operation: 'createInvitation',
  title: 'Invite somebody',
  submit: 'Invite',
  lead: 'Nothing is sent: give the person the address that comes. It counts once, with a sign-in of theirs, for seven days.',
  fields: [
    { name: 'email', label: 'E-mail address' },
    { name: 'role', label: 'Role', options: ROLES },
  ],
  done: ({ invitation, acceptUrl }) => ({
    view: html`<p>${invitation.email} accepts here, signed in with that address:</p>
      ${secretView('address of the invitation', acceptUrl)}`,
  }),
})

/**
 * @param {any} invitation
 * @returns {Action}
 */
export const revokeInvitation = (invitation) => ({
  operation: 'revokeInvitation',
  title: `Take back the invitation of ${invitation.email}`,
  submit: 'Take it back',
  irreversible: 'Its address accepts nothing any more. You can invite again.',
  at: { id: invitation.id },
})

/**
 * @param {any} member
 * @returns {Action}
 */
export const updateMember = (member) => ({
  operation: 'updateMember',
  title: `Role of ${member.email}`,
  submit: 'Give the role',
  lead: 'A role that may do less ends their sessions and tokens. What concerns owners is confirmed in the browser.',
  at: { id: member.id },
  fields: [{ name: 'role', label: 'Role', value: member.role, options: ROLES }],
})

/**
 * @param {any} member
 * @returns {Action}
 */
export const removeMember = (member) => ({
  operation: 'removeMember',
  title: member.current ? 'Leave the organization' : `Remove ${member.email}`,
  submit: member.current ? 'Leave' : 'Remove',
  irreversible: member.current
    ? 'Your sessions and tokens of it end, and only an owner can invite you again.'
    : 'Their sessions and tokens end. API keys stay: revoke those that they know.',
  at: { id: member.id },
})
