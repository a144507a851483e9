import { singleton } from '#app/extension/singleton'
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

  async run(id: string): Promise<void> {
    const found = await this.approvals.byId(id)
    if (found === null) return
    const url = approvalUrl(id)
    await this.tell.run('approval.requested', found, url)
    if (found.status === 'approved') await this.execute.run(found)
    const ended = await this.approvals.byId(id)
    if (ended === null || ended.status === 'pending' || ended.status === 'approved') return
    await this.tell.run(`approval.${ended.status}`, ended, url)
  }
}
