import { appUrl } from '#config/app'

export const APPROVAL_PAGE = '/approvals'

/** Where people decide. */
export function approvalUrl(id: string): string {
  return `${appUrl.replace(/\/+$/, '')}${APPROVAL_PAGE}/${id}`
}
