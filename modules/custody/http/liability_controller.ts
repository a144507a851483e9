import type { HttpContext } from '@adonisjs/core/http'
import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { formatUsd } from '#app/money/usd'
import { ListAttestations } from '../services/list_attestations.ts'
import { ReadLiabilityProof, type LiabilityProof } from '../services/read_liability_proof.ts'
import { attestationIdOf, type LiabilityTree } from '../storage/liability_store.ts'
import { liabilityParams, liabilityQuery, sheetQuery } from './sheet_validators.ts'

@singleton()
export default class LiabilityController {
  constructor(
    private proofs: ReadLiabilityProof,
    private attestations: ListAttestations
  ) {}

  /** An address of objects, whose answers have the envelope. */
  async show(ctx: HttpContext) {
    const { id } = input(ctx, liabilityParams)
    const { attestationId } = input(ctx, liabilityQuery)
    answer(ctx, presentProof(await this.proofs.run(principalOf(ctx), id, attestationId)))
  }

  /** Custody answers are bare objects, without the success envelope. */
  async index(ctx: HttpContext) {
    const { realmId } = input(ctx, sheetQuery)
    const found = await this.attestations.run(principalOf(ctx), realmId)
    ctx.response.send({ attestations: found.map(presentAttestation) })
  }
}

function presentProof({ tree, objectId, amount, salt, steps }: LiabilityProof) {
  const { boundaryId, seq, root, total, chainId, pool, txHash, blockNumber } = tree
  return {
    attestationId: attestationIdOf(tree),
    boundaryId,
    seq,
    leaf: { objectId, salt: hex(salt), amount: formatUsd(amount) },
    path: steps.map(({ side, hash, sum }) => ({ side, hash: hex(hash), sum: formatUsd(sum) })),
    root: hex(root),
    sum: formatUsd(total),
    anchor: { chainId, contract: pool, txHash, blockNumber },
  }
}

function presentAttestation(tree: LiabilityTree) {
  const { boundaryId, seq, root, total, txHash, blockNumber, createdAt } = tree
  return {
    id: attestationIdOf(tree),
    boundaryId,
    seq,
    root: hex(root),
    sum: formatUsd(total),
    denomination: 'USD',
    txHash,
    blockNumber,
    createdAt: toRfc3339(createdAt),
  }
}

function hex(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`
}
