import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { cutAtEntry, heldAtCut, ObjectReader, ReadObject, USD } from '#modules/ledger/index'
import { leafOf, saltOf, type ProofStep } from '../core/liability_tree.ts'
import { LiabilityNodes } from '../storage/liability_nodes.ts'
import { attestationIdOf, LiabilityStore, type LiabilityTree } from '../storage/liability_store.ts'
import { CustodyChain } from './custody_chain.ts'

export interface LiabilityProof {
  tree: LiabilityTree
  objectId: string
  /** Base units. */
  amount: bigint
  salt: Buffer
  steps: ProofStep[]
}

const WAIT = 'Read it again after the next attestation; a realm is attested at each interval.'

const REPLACED =
  'Proofs are made of the newest attestation: leave attestationId out. GET /api/v1/custody/attestations lists them all.'

/** Proves that an object is counted among what its boundary owes, as the chain has it. */
@singleton()
export class ReadLiabilityProof {
  constructor(
    private objects: ReadObject,
    private rows: ObjectReader,
    private database: Database,
    private chain: CustodyChain,
    private store: LiabilityStore,
    private nodes: LiabilityNodes
  ) {}

  /**
   * @throws ServiceError CHAIN_UNAVAILABLE without a chain; OBJECT_NOT_FOUND, FORBIDDEN; NOT_FOUND
   *   before the first attestation is final, and for an object that was owed nothing then
   */
  async run(
    principal: Principal,
    objectId: string,
    attestationId?: string
  ): Promise<LiabilityProof> {
    const { id } = await this.objects.find(principal, { id: objectId }, 'svc:ReadLiabilityProof')
    this.chain.require()
    const object = await this.rows.ledgerObject(id)
    const proof = await this.#prove(id, object!.boundaryId, null)
    if (attestationId === undefined || attestationIdOf(proof.tree) === attestationId) return proof
    throw notFound('attestation', attestationId, REPLACED)
  }

  /** @param replaced entry of a tree whose nodes went while they were read */
  async #prove(
    objectId: string,
    boundaryId: string,
    replaced: number | null
  ): Promise<LiabilityProof> {
    const tree = await this.store.anchored(boundaryId)
    if (!tree) throw notFound('liability proof of', objectId, WAIT)
    if (tree.seq === replaced) {
      throw new Error(`${objectId} is missing from the tree at entry ${replaced} that owes it`)
    }
    const amount = await this.#owed(tree, objectId)
    if (amount <= 0n) throw notFound('liability proof of', objectId, owedNothing(tree))
    const steps = await this.nodes.proof(tree, leafOf(tree.secret, { objectId, amount }))
    if (!steps) return this.#prove(objectId, boundaryId, tree.seq)
    return { tree, objectId, amount, salt: saltOf(tree.secret, objectId), steps }
  }

  /** What the journal owed to the object at the entry of the tree. */
  async #owed({ realmId, seq }: LiabilityTree, objectId: string): Promise<bigint> {
    return this.database.snapshot(async (session) => {
      const held = await heldAtCut(await cutAtEntry(session, realmId, seq), [objectId], 'cash')
      return held.find(({ denomination }) => denomination === USD)?.settled ?? 0n
    })
  }
}

function owedNothing({ seq }: LiabilityTree): string {
  return `The object was owed nothing at entry ${seq} of the journal, the newest that is attested. ${WAIT}`
}
