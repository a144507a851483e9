import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { schema } from '#app/http/schemas'
import { rolesThat } from '../core/roles.ts'
import { SIGN_IN, STEP_UP } from './address_budgets.ts'
import { INVITATION_PAGE } from './invitation_page_controller.ts'
import { memberAnswers as answers, session } from './schemas.ts'
import {
  acceptInvitationBody,
  changeMemberBody,
  invitationForm,
  invitationPageParams,
  invitationParams,
  inviteBody,
  memberParams,
  pageQuery,
} from './validators.ts'

const InvitationPageController = () => import('./invitation_page_controller.ts')
const InvitationsController = () => import('./invitations_controller.ts')
const MembersController = () => import('./members_controller.ts')

const managing = access.builderSession(rolesThat('manage'))

/** Routes of who is in an organization: members, their roles, and how others get in. */
export function mountMemberRoutes(router: HttpRouterService) {
  router
    .get('/api/v1/auth/members', [MembersController, 'index'])
    .operationId('listMembers')
    .access(access.builderSession())
    .summary('The members of your organization and their roles, newest first')
    .query(pageQuery)
    .answers(200, 'A page of members', schema.envelope(answers.members))
  router
    .patch('/api/v1/auth/members/:id', [MembersController, 'update'])
    .operationId('updateMember')
    .access(managing)
    .summary('Give a member another role; one that may do less ends their sessions and tokens')
    .params(memberParams)
    .body(changeMemberBody)
    .answers(200, 'The member', schema.envelope(answers.member))
    .refuses('NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED')
  router
    .delete('/api/v1/auth/members/:id', [MembersController, 'destroy'])
    .operationId('removeMember')
    .access(access.builderSession())
    .summary(
      'Remove a member, or leave: their sessions and tokens end, API keys stay. Owners remove others'
    )
    .params(memberParams)
    .answers(200, 'They are gone', schema.envelope(answers.removed))
    .refuses('NOT_FOUND', 'CONFLICT', 'STEP_UP_REQUIRED')
  mountInvitationRoutes(router)
  mountInvitationPage(router)
}

function mountInvitationRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/auth/invitations', [InvitationsController, 'store'])
    .operationId('createInvitation')
    .access(managing)
    .idempotent(idempotency.kept())
    .summary('Invite a person by their address; whoever is invited again gets a new secret')
    .body(inviteBody)
    .answers(
      201,
      'The invitation, and its secret for the only time',
      schema.envelope(answers.invited)
    )
    .refuses('CONFLICT', 'STEP_UP_REQUIRED')
  router
    .get('/api/v1/auth/invitations', [InvitationsController, 'index'])
    .operationId('listInvitations')
    .access(access.builderSession())
    .summary('The invitations of your organization, newest first; never their secrets')
    .query(pageQuery)
    .answers(200, 'A page of invitations', schema.envelope(answers.invitations))
  router
    .delete('/api/v1/auth/invitations/:id', [InvitationsController, 'destroy'])
    .operationId('revokeInvitation')
    .access(managing)
    .summary('Take an invitation back')
    .params(invitationParams)
    .answers(200, 'It is revoked, now or before', schema.envelope(answers.revoked))
    .refuses('NOT_FOUND', 'CONFLICT')
  router
    .post('/api/v1/auth/invitations/accept', [InvitationsController, 'accept'])
    .operationId('acceptInvitation')
    .access(access.public())
    .limitedPerAddress(SIGN_IN)
    .idempotent(idempotency.none('Whoever has accepted is signed in by a repetition.'))
    .summary('Sign in and accept an invitation, with an ID token of the address that was invited')
    .body(acceptInvitationBody)
    .answers(200, 'Signed in as a member of the organization', schema.envelope(session))
    .refuses('UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'IDENTITY_PROVIDER_UNAVAILABLE')
}

const PAGE = [{ type: 'string' }, 'text/html'] as const

function mountInvitationPage(router: HttpRouterService) {
  router
    .get(`${INVITATION_PAGE}/:secret`, [InvitationPageController, 'show'])
    .operationId('openInvitationPage')
    .access(access.public())
    .limitedPerAddress(STEP_UP)
    .summary('The page on which a person accepts an invitation')
    .params(invitationPageParams)
    .answers(200, 'A page', ...PAGE)
    .answers(303, 'To sign-in, and back here')
    .answers(404, 'A page: no open invitation for this person', ...PAGE)
  router
    .post(`${INVITATION_PAGE}/:secret`, [InvitationPageController, 'accept'])
    .operationId('submitInvitation')
    .access(access.public())
    .limitedPerAddress(STEP_UP)
    .idempotent(idempotency.natural('An invitation is accepted once.'))
    .summary('Accept it, from the form of that page')
    .params(invitationPageParams)
    .form(invitationForm)
    .answers(303, 'Accepted, and signed in anew: to the console')
    .answers(401, 'A page: nobody is signed in in this browser', ...PAGE)
    .answers(403, 'A page: the form was not made for this person', ...PAGE)
    .answers(404, 'A page: no open invitation for this person', ...PAGE)
    .answers(409, 'A page: the person cannot leave the organization they are in', ...PAGE)
}
