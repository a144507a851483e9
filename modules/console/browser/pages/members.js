// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { badge, moment, pager, table } from '../parts.js'

const PAGE = 50
/** An organization has few of them open, and the newest matter. */
const INVITED = 20
const actions = () => import('../actions/members.js')

/**
 * Who is in the organization, and who is invited. Owners change it.
 *
 * @type {import('../router.js').Page}
 */
export async function membersPage(context, _params, query) {
  const { api, builder } = context
  const cursor = query.get('cursor') ?? undefined
  const [{ members, nextCursor }, { invitations }] = await Promise.all([
    api.get('/api/v1/auth/members', { limit: PAGE, cursor }),
    api.get('/api/v1/auth/invitations', { limit: INVITED }),
  ])
  const manages = builder.role === 'owner'
  return {
    title: 'Members',
    view: html`
      <h1>Members</h1>
      <p class="note">
        ${builder.orgName}. An owner does everything, a developer everything but this, a viewer
        reads.
      </p>
      ${
        manages
          ? html`<p class="actions">
              ${actionButton(context, 'Invite', async () => (await actions()).createInvitation(), '')}
            </p>`
          : nothing
      }
      ${table(
        ['Who', 'Role', 'Since', ''],
        members.map((/** @type {any} */ member) => memberRow(context, member, manages)),
        'Nobody is here.',
        'Members'
      )}
      ${pager('/console/members', query, nextCursor)}
      <h2>Invitations</h2>
      ${table(
        ['Who', 'Role', 'Status', 'Invited', 'Until', ''],
        invitations.map((/** @type {any} */ one) => invitationRow(context, one, manages)),
        'Nobody is invited.',
        'Invitations'
      )}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} member
 * @param {boolean} manages
 */
function memberRow(context, member, manages) {
  const change = async () => (await actions()).updateMember(member)
  const remove = async () => (await actions()).removeMember(member)
  return html`<tr>
    <td class="who">${member.email} ${member.current ? badge('you') : nothing}</td>
    <td>${member.role}</td>
    <td>${moment(member.createdAt)}</td>
    <td>
      ${manages ? actionButton(context, 'Role', change, 'small quiet') : nothing}
      ${
        manages || member.current
          ? actionButton(context, member.current ? 'Leave' : 'Remove', remove, 'small quiet')
          : nothing
      }
    </td>
  </tr>`
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} invitation
 * @param {boolean} manages
 */
function invitationRow(context, invitation, manages) {
  const revoke = async () => (await actions()).revokeInvitation(invitation)
  const { email, role, status, createdAt, expiresAt } = invitation
  return html`<tr>
    <td class="who">${email}</td>
    <td>${role}</td>
    <td>${badge(status)}</td>
    <td>${moment(createdAt)}</td>
    <td>${moment(expiresAt)}</td>
    <td>
      ${
        manages && status === 'pending'
          ? actionButton(context, 'Revoke', revoke, 'small quiet')
          : nothing
      }
    </td>
  </tr>`
}
