type CommitPhase = 'sending' | 'done'

/** How far a transaction is, whose first and last words travel with other statements. */
export class TransactionProgress {
  #isBegun = false
  #commit: 'open' | 'sent' | 'done' = 'open'

  /**
   * @param beginning what stands before the first statement
   * @param onCommit see `TransactionOptions`
   */
  constructor(
    private beginning: readonly string[],
    private onCommit: (phase: CommitPhase) => void = () => {}
  ) {}

  get isBegun(): boolean {
    return this.#isBegun
  }

  get isCommitted(): boolean {
    return this.#commit === 'done'
  }

  /** Whether COMMIT was sent and not answered. */
  get isCommitting(): boolean {
    return this.#commit === 'sent'
  }

  /** What stands before the first statement, and before no other. */
  begin(): readonly string[] {
    if (this.#isBegun) return []
    this.#isBegun = true
    return this.beginning
  }

  /** @param send sends COMMIT, alone or with the last rows */
  async commit(send: () => Promise<unknown>): Promise<void> {
    this.#commit = 'sent'
    this.onCommit('sending')
    await send()
    this.#commit = 'done'
    this.onCommit('done')
  }
}
