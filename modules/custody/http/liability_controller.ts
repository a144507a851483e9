import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { formatUsd } from '#app/money/usd'
import { ReadLiabilityProof, type LiabilityProof } from '../services/read_liability_proof.ts'
import { liabilityParams } from './sheet_validators.ts'

/** Custody answers are bare objects, without the success envelope. */
@singleton()
export default class LiabilityController {
  constructor(private proofs: ReadLiabilityProof) {}

  async show(ctx: HttpContext) {
    const { id } = input(ctx, liabilityParams)
    ctx.response.send(presentProof(await this.proofs.run(principalOf(ctx), id)))
  }
}

function presentProof({ tree, objectId, amount, salt, steps }: LiabilityProof) {
  const { realmId, boundaryId, seq, root, total, chainId, pool, txHash, blockNumber } = tree
  return {
    realmId,
    objectId,
    boundaryId,
    seq,
    amount: formatUsd(amount),
    salt: hex(salt),
    steps: steps.map(({ side, hash, sum }) => ({ side, hash: hex(hash), sum: formatUsd(sum) })),
    root: hex(root),
    total: formatUsd(total),
    attestedBy: { chainId, contractAddress: pool, txHash, blockNumber },
  }
}

function hex(bytes: Buffer): string {
  return `0x${bytes.toString('hex')}`
}
