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

/** Actions of organization credentials, which no module's catalog lists. */
const ORGANIZATION_ACTIONS: Record<string, string> = {
  'svc:DeleteRealm': 'Delete the whole realm for ever.',
  'svc:ArchiveRealm': 'Archive the whole realm.',
  'svc:RegisterRecoveryKey': 'Register a recovery key for the realm.',
  'svc:SetTimeLock':
    'Let withdrawals of the boundary wait, or wait longer. Only the holder of its recovery key can shorten that again.',
  'svc:ArmBoundary':
    'Let value leave the boundary only with the signature of a co-signer. Only the co-signer can end that.',
}

/**
 * The confirmation as the person who decides sees it. `actionWords` is the catalog's description of
 * the action.
 */
export function presentStepUpPage(shown: ShownStepUp, actionWords: string | null) {
  const { request, status, member, decider, realmName } = shown
  const { need, createdAt, expiresAt, decidedAt } = request
  return {
    ...PAGES[status],
    isOpen: status === 'pending' || status === 'approved',
    actionWords: actionWords ?? ORGANIZATION_ACTIONS[need.action] ?? '',
    action: need.action,
    resources: need.resources.map(plainSight),
    valueAtRisk: need.valueAtRisk,
    losses: (need.losses ?? []).map(
      ({ what, count, worth }) => `${string.pluralize(what, count, true)}, worth ${worth} USD`
    ),
    realmId: need.realmId,
    realmName: plainSight(realmName ?? ''),
    askedBy: askedBy(shown),
    askedAt: shownTime(createdAt),
    expiresAt: shownTime(expiresAt),
    decided:
      decidedAt === null
        ? null
        : { by: decider?.email ?? 'somebody who has left', at: shownTime(decidedAt) },
    member: member.email,
  }
}

function askedBy({ request, asker, keyName }: ShownStepUp): { words: string; id: string } {
  const { credential, credentialId, actor }: StepUpAsker = request.asker
  const owner = asker?.email ?? 'a former member'
  switch (credential) {
    case 'builder':
      return { words: `${owner}, signed in`, id: credentialId }
    case 'api_key':
      return {
        words: `the API key “${plainSight(keyName ?? '')}”, made by ${owner}`,
        id: credentialId,
      }
    case 'scoped_token':
      return { words: `a token made for the end user ${plainSight(actor.id)}`, id: credentialId }
  }
}
