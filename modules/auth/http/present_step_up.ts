import string from '@adonisjs/core/helpers/string'
import { toRfc3339 } from '#app/clock/timestamp'
import { plainSight, shownTime } from '../core/plain_sight.ts'
import type { StepUpAsker, StepUpStatus } from '../core/step_up.ts'
import type { StepUpProgress } from '../services/read_step_up_status.ts'
import type { ShownStepUp } from '../services/show_step_up.ts'

/** The confirmation as the program that asked sees it. */
export function presentStepUp({ request, status, token }: StepUpProgress) {
  const { id, need, expiresAt } = request
  return {
    requestId: id,
    status,
    action: need.action,
    resources: need.resources,
    expiresAt: toRfc3339(expiresAt),
    ...(token !== null && { token }),
  }
}

const PAGES: Record<StepUpStatus, { heading: string; lead: string }> = {
  pending: {
    heading: 'Confirm a request',
    lead: 'A program of your organization wants to do what is written below, and a person has to agree. Approve it only if you know who started it and why.',
  },
  approved: {
    heading: 'Approved',
    lead: 'Nothing has happened yet. Return to your application: it can now do this once, until the time below. You can close this page.',
  },
  denied: {
    heading: 'Denied',
    lead: 'Nothing has happened, and your application cannot do it. You can close this page.',
  },
  used: {
    heading: 'Done',
    lead: 'It was approved, and your application has done it. You can close this page.',
  },
  expired: {
    heading: 'Too late',
    lead: 'This request has expired and nothing has happened. If it is still wanted, start it again in your application.',
  },
}

interface ActionWords {
  /** Left out where the catalog of the action's module has the words. */
  does?: string
  /** Why to think twice: said in red, beside the answers. */
  danger: string
  /** What each of the resources is, in their order; each further one is like the last. */
  places: readonly [string, ...string[]]
}

/** Every action that a person is asked about. What none of them has is a way back. */
const ACTIONS: Record<string, ActionWords> = {
  'svc:DeleteRealm': {
    does: 'Delete the whole realm for ever.',
    danger: 'This cannot be taken back: nobody can open the realm again.',
    places: ['Where'],
  },
  'svc:DeleteObject': {
    danger: 'This cannot be taken back: nobody can open the object again.',
    places: ['Object', 'Its money goes to'],
  },
  'svc:RegisterRecoveryKey': {
    does: 'Register a recovery key for the realm.',
    danger: 'Whoever holds this key can take all money out of the boundary without this service.',
    places: ['Boundary', 'Key'],
  },
  'svc:SetTimeLock': {
    does: 'Let withdrawals of the boundary wait, or wait longer.',
    danger: 'Only the holder of the recovery key of the boundary can shorten that again.',
    places: ['Boundary', 'Withdrawals wait'],
  },
  'svc:ArmBoundary': {
    does: 'Let value leave the boundary only with the signature of a co-signer.',
    danger: 'Only the co-signer can end that. Without their key the money cannot be withdrawn.',
    places: ['Boundary', 'Co-signer'],
  },
  'svc:CancelKey': {
    does: 'Take back a recovery key, a co-signer or a successor that waits for its time.',
    danger: 'Until another one is in effect the boundary stays without it.',
    places: ['Boundary', 'Key'],
  },
  'svc:ProposeInheritance': {
    does: 'Let a guardian name a successor to a recovery key that is lost.',
    danger:
      'Unless the holder refuses in time, the successor can take all money out of the boundary.',
    places: ['Boundary', 'Successor'],
  },
  'svc:InviteOwner': {
    does: 'Invite somebody into the organization as an owner.',
    danger: 'An owner may do everything in every realm, and remove everybody else.',
    places: ['Person'],
  },
  'svc:ChangeOwner': {
    does: 'Make a member of the organization an owner, or an owner something less.',
    danger: 'An owner may do everything in every realm, and remove everybody else.',
    places: ['Person'],
  },
  'svc:RemoveOwner': {
    does: 'Remove an owner from the organization.',
    danger: 'Only another owner can invite them again.',
    places: ['Person'],
  },
}

const UNKNOWN_ACTION: ActionWords = {
  danger: 'Whatever it does may have no way back.',
  places: ['Where'],
}

/**
 * The confirmation as the person who decides sees it: names first, and ids apart, for whoever
 * compares them with a log.
 *
 * @param catalogWords the description of the action in the catalog of its module
 */
export function presentStepUpPage(shown: ShownStepUp, catalogWords: string | null) {
  const { request, status, member, decider, realmName } = shown
  const { need, createdAt, expiresAt, decidedAt } = request
  const { does, danger, places } = ACTIONS[need.action] ?? UNKNOWN_ACTION
  return {
    ...PAGES[status],
    isOpen: status === 'pending' || status === 'approved',
    actionWords: does ?? catalogWords ?? need.action,
    danger,
    places: need.resources.map((resource, index) => ({
      label: places[Math.min(index, places.length - 1)]!,
      text: resource === '/' ? 'The whole realm' : plainSight(resource),
    })),
    valueAtRisk: need.valueAtRisk === null ? null : grouped(need.valueAtRisk),
    losses: (need.losses ?? []).map(
      ({ what, count, worth }) =>
        `${string.pluralize(what, count, true)}, worth ${grouped(worth)} USD`
    ),
    realmName: need.realmId === null ? null : plainSight(realmName ?? 'A realm that is gone'),
    orgName: plainSight(member.orgName),
    askedBy: askedBy(shown),
    askedAt: shownTime(createdAt),
    expiresAt: shownTime(expiresAt),
    decided:
      decidedAt === null
        ? null
        : { by: decider?.email ?? 'somebody who has left', at: shownTime(decidedAt) },
    ids: [
      { label: 'Action', id: need.action },
      need.realmId === null
        ? { label: 'Organization', id: member.orgId }
        : { label: 'Realm', id: need.realmId },
      { label: 'Credential', id: request.asker.credentialId },
      { label: 'Request', id: request.id },
    ],
    member: member.email,
  }
}

/** `1234567.50` is `1,234,567.50`: a person has to see at once how much it is. */
function grouped(usd: string): string {
  return usd.replace(/\d(?=(\d{3})+\.)/g, '$&,')
}

function askedBy({ request, asker, keyName }: ShownStepUp): string {
  const { credential, actor }: StepUpAsker = request.asker
  const owner = asker?.email ?? 'a former member'
  switch (credential) {
    case 'builder':
      return `${owner}, signed in`
    case 'api_key':
      return `the API key “${plainSight(keyName ?? '')}”, made by ${owner}`
    case 'scoped_token':
      return `a token made for the end user ${plainSight(actor.id)}`
  }
}
