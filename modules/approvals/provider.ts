import type { ApplicationService } from '@adonisjs/core/types'
import { ApprovalDesk } from '#app/extension/approvals'
import { ModuleHost } from '#app/extension/module_host'
import { approvalMetrics } from './approval_metrics.ts'
import { APPROVAL_ERRORS } from './errors.ts'
import { ApprovalsDesk } from './http/approval_desk.ts'
import { APPROVALS_GLOSSARY } from './http/glossary.ts'
import { approvalRoutes } from './http/routes.ts'
import { approvalStep } from './jobs/approval_step.ts'
import { approvalPurge } from './jobs/approval_purge.ts'
import { approvalSweep } from './jobs/approval_sweep.ts'
import { assertApprovalLimits } from './limits.ts'
import { ApprovalsOfOperations } from './services/approval_evidence.ts'
import { APPROVAL_EVENTS } from './services/tell_approval.ts'
import { ApprovalStore } from './storage/approval_store.ts'

/** Loads approvals: requests that wait until people have approved them. */
export default class ApprovalsProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.app.container.singleton(ApprovalDesk, (resolver) => resolver.make(ApprovalsDesk))
  }

  async boot() {
    assertApprovalLimits()
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add({
      name: 'approvals',
      title: 'Approvals',
      description:
        'Requests of credentials whose policy asks for `approvals`. Such a request is answered with 202 and `data.approval`, waits until so many members of the organization have approved it at `approvalUrl`, and is then executed once.',
      routes: approvalRoutes,
      glossary: APPROVALS_GLOSSARY,
      migrations: 'modules/approvals/storage/migrations',
      errors: APPROVAL_ERRORS,
      events: APPROVAL_EVENTS,
      jobs: [approvalStep, approvalSweep, approvalPurge],
      approvalSources: [await container.make(ApprovalsOfOperations)],
      consolePages: {
        folder: this.app.makePath('modules/approvals/pages'),
        pages: [{ address: '/console/approvals', title: 'Approvals', script: 'approvals.js' }],
      },
      sharedMetrics: [approvalMetrics(await container.make(ApprovalStore))],
    })
    const { default: edge } = await import('edge.js')
    edge.mount('approvals', this.app.makePath('modules/approvals/views'))
  }
}
