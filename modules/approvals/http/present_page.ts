import { plainSight, shownTime } from '#modules/auth/index'
import type { ApprovalStatus } from '../core/approval.ts'
import type { MemberSight } from '../services/read_approvals.ts'

const PAGES: Record<ApprovalStatus, { heading: string; lead: string }> = {
  pending: {
    heading: 'Approve a request',
    lead: 'A program of your organization asks for what is written below. It is executed when enough members have approved it. Approve it only if you know why it is wanted.',
  },
  approved: {
    heading: 'Approved',
    lead: 'Enough members have approved the request, and it is being executed. Load the page again to see what came of it.',
  },
  executed: { heading: 'Done', lead: 'The request was approved and executed.' },
  failed: {
    heading: 'It did not work',
    lead: 'The request was approved, and refused when it was executed. Nothing has happened.',
  },
  denied: {
    heading: 'Denied',
    lead: 'A member has denied the request. Nothing has happened, and it cannot be approved any more.',
  },
  expired: {
    heading: 'Too late',
    lead: 'The request was not approved in time, and nothing has happened. If it is still wanted, it has to be asked for again.',
  },
}

const VERBS = { approve: 'approved', deny: 'denied' } as const
const LEFT = 'somebody who has left'

interface Names {
  realmName: string | null
  /** The catalog's description of the action. */
  actionWords: string
}

/** An approval as the member sees it who decides. */
export function presentApprovalPage(seen: MemberSight, { realmName, actionWords }: Names) {
  const { approval, status, request, decisions, people, member, keyName } = seen
  const { builderId, needed, summary, action, resource, expiresAt, createdAt, message } = approval
  const given = decisions.filter(({ decision }) => decision === 'approve')
  const isPending = status === 'pending'
  const isOwn = builderId === member.id
  const hasApproved = given.some((each) => each.builderId === member.id)
  return {
    ...PAGES[status],
    isPending,
    mayApprove: isPending && request !== null && !isOwn && !hasApproved,
    mayDeny: isPending,
    note: isPending ? noteOf(isOwn, hasApproved) : null,
    summary,
    actionWords,
    action,
    resource: plainSight(resource),
    terms: termsOf(request?.body ?? null),
    address: plainSight(request ? `${request.method} ${request.target}` : 'It cannot be opened.'),
    realmName: plainSight(realmName ?? ''),
    askedBy: askedBy(approval.credential, plainSight(keyName ?? ''), people.get(builderId) ?? LEFT),
    credentialId: approval.credentialId,
    askedAt: shownTime(createdAt),
    expiresAt: shownTime(expiresAt),
    standing: `${given.length} of ${needed}`,
    decisions: decisions.map((each) => ({
      by: people.get(each.builderId) ?? LEFT,
      verb: VERBS[each.decision],
      at: shownTime(each.decidedAt),
    })),
    failure: message === null ? null : plainSight(message),
    member: member.email,
  }
}

function noteOf(isOwn: boolean, hasApproved: boolean): string | null {
  if (isOwn) {
    return 'You made the credential that asks, so others have to approve. You can stop it.'
  }
  return hasApproved ? 'You have approved it. Until it is executed, you can still deny it.' : null
}

function askedBy(credential: string, keyName: string, maker: string): string {
  if (credential === 'api_key') return `the API key “${keyName}”, made by ${maker}`
  return credential === 'scoped_token' ? `a token of an end user, made by ${maker}` : maker
}

/** What the body says, field by field, as the request is executed. */
function termsOf(body: string | null): { name: string; text: string }[] {
  if (body === null) return []
  const fields = JSON.parse(body) as Record<string, unknown>
  return Object.entries(fields).map(([name, value]) => ({
    name: plainSight(name),
    text: plainSight(typeof value === 'string' ? value : JSON.stringify(value, null, 1)),
  }))
}
