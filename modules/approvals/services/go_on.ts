import { singleton } from '#app/extension/singleton'
import type { JobResult } from '#app/queue/job'
import { ApprovalStore } from '../storage/approval_store.ts'
import { approvalUrl } from './approval_address.ts'
import { ExecuteApproval } from './execute_approval.ts'
import { TellApproval } from './tell_approval.ts'

/** Goes on with an approval from where it stands: executes what is approved, and tells what happened. */
@singleton()
export class GoOn {
  constructor(
    private approvals: ApprovalStore,
    private execute: ExecuteApproval,
    private tell: TellApproval
  ) {}

  /** @returns `again` while somebody else is executing it, whose end has to be told too */
  async run(id: string): Promise<JobResult> {
    const found = await this.approvals.byId(id)
    if (found === null) return 'done'
    const url = approvalUrl(id)
    await this.tell.run('approval.requested', found, url)
    if (found.status === 'approved') await this.execute.run(id)
    const ended = await this.approvals.byId(id)
    if (ended?.status === 'approved') return 'again'
    if (ended === null || ended.status === 'pending') return 'done'
    await this.tell.run(`approval.${ended.status}`, ended, url)
    return 'done'
  }
}
