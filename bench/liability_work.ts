import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import type { ApplicationService } from '@adonisjs/core/types'
import { median } from './report.ts'

const SAMPLES = 200

/** A tree of many objects, and proofs out of the database, without a realm around them. */
export async function liabilities(
  container: ApplicationService['container'],
  count: number,
  tell: (result: Record<string, number>) => void
) {
  const { LiabilityNodes } = await import('#modules/custody/storage/liability_nodes')
  const { leafOf, wholeTree } = await import('#modules/custody/core/liability_tree')
  const nodes = await container.make(LiabilityNodes)
  const secret = randomBytes(32)
  const owed = Array.from({ length: count }, (_, at) => ({
    objectId: `obj_${String(at).padStart(26, '0')}`,
    amount: BigInt(at + 1),
  }))
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const levels = wholeTree(secret, owed)
  const grownMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  const grownCpuMs = (user + system) / 1000
  const tree = { boundaryId: `bnd_bench_${process.pid}`, seq: 1, leaves: count }
  await nodes.write(tree, levels)
  const writtenMs = performance.now() - startedAt - grownMs
  const times: number[] = []
  const cpuBeforeProofs = process.cpuUsage()
  for (let sample = 0; sample < SAMPLES; sample++) {
    const leaf = leafOf(secret, owed[Math.floor((sample / SAMPLES) * count)]!)
    const askedAt = performance.now()
    if (!(await nodes.proof(tree, leaf))) throw new Error('A leaf is missing from its tree')
    times.push(performance.now() - askedAt)
  }
  const proofs = process.cpuUsage(cpuBeforeProofs)
  const proofCpuMs = (proofs.user + proofs.system) / 1000 / SAMPLES
  while (!(await nodes.forget(tree)));
  const proofMs = median(times)
  tell({ grownMs, grownCpuMs, writtenMs, proofMs, proofCpuMs, load: loadavg()[0]! })
}
