/** All that other modules may use of approvals. */
export type { Approval, ApprovalStatus } from './core/approval.ts'
