/** Who approved the request that made an operation, in the shape that evidence shows. */
export interface ApprovalEvidence {
  operationId: string
  /** `apr_…` */
  approvalId: string
  /** `bld_…` */
  builderId: string
  /** RFC 3339. */
  approvedAt: string
}

/** Tells who approved operations. It is called on reads of their evidence; a throw fails the read. */
export interface ApprovalSource {
  readonly name: string
  approvals(operationIds: readonly string[]): Promise<ApprovalEvidence[]>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    approvalSources?: ApprovalSource[]
  }
}
