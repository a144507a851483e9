import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import {
  hashAt,
  keyOf,
  neighbourOf,
  NODE_BYTES,
  sumAt,
  type ProofStep,
  type TreeLevel,
} from '../core/liability_tree.ts'

/** Names a tree. */
export interface TreeName {
  boundaryId: string
  seq: number
}

/** Nodes in one row. */
const PART = 256
const PART_BYTES = PART * NODE_BYTES
const ROWS_AT_ONCE = 200
const DELETED_AT_ONCE = 500

interface PartRow {
  height: number
  part: number
  nodes: Buffer
}

/** The nodes of trees: written once, and read along one way from a leaf to the root. */
@singleton()
export class LiabilityNodes {
  constructor(private database: Database) {}

  async write({ boundaryId, seq }: TreeName, levels: readonly TreeLevel[]): Promise<void> {
    const rows = levels.flatMap((level, height) =>
      Array.from({ length: Math.ceil(level.length / PART_BYTES) }, (_, part) => {
        const nodes = level.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
        return [boundaryId, seq, height, part, height === 0 ? keyOf(nodes) : 0, nodes]
      })
    )
    for (const some of inParts(rows, ROWS_AT_ONCE)) {
      await this.database.write(
        `INSERT INTO custody_liability_nodes
           (boundary_id, seq, height, part, first_key, nodes) VALUES ?`,
        [some]
      )
    }
  }

  /** @returns whether all are gone: a large tree goes in several turns */
  async forget({ boundaryId, seq }: TreeName): Promise<boolean> {
    const { affectedRows } = await this.database.write(
      `DELETE FROM custody_liability_nodes WHERE boundary_id = ? AND seq = ? LIMIT ${DELETED_AT_ONCE}`,
      [boundaryId, seq]
    )
    return affectedRows < DELETED_AT_ONCE
  }

  /** The way from a leaf to the root, or null when the tree has no such leaf, or its nodes go. */
  async proof(tree: TreeName & { leaves: number }, leaf: Buffer): Promise<ProofStep[] | null> {
    const place = await this.#placeOf(tree, leaf)
    if (place === null) return null
    const wanted: { height: number; place: number; side: ProofStep['side'] }[] = []
    let [at, nodes] = [place, tree.leaves]
    for (let height = 0; nodes > 1; height++) {
      const neighbour = neighbourOf(at, nodes)
      if (neighbour) wanted.push({ height, ...neighbour })
      at = Math.floor(at / 2)
      nodes = Math.ceil(nodes / 2)
    }
    const parts = await this.#partsOf(tree, wanted)
    const steps = wanted.flatMap(({ height, place: of, side }) => {
      const part = parts.get(`${height}/${Math.floor(of / PART)}`)
      return part ? [{ side, hash: hashAt(part, of % PART), sum: sumAt(part, of % PART) }] : []
    })
    return steps.length === wanted.length ? steps : null
  }

  /** Leaves with the same key stand beside each other, in one part or in several. */
  async #placeOf({ boundaryId, seq }: TreeName, leaf: Buffer): Promise<number | null> {
    const key = keyOf(leaf)
    const before = `SELECT MAX(part) FROM custody_liability_nodes
      WHERE boundary_id = ? AND seq = ? AND height = 0 AND first_key < ?`
    const rows = await this.database.read<PartRow>(
      `SELECT height, part, nodes FROM custody_liability_nodes
        WHERE boundary_id = ? AND seq = ? AND height = 0 AND first_key <= ?
          AND part >= COALESCE((${before}), 0) ORDER BY part`,
      [boundaryId, seq, key, boundaryId, seq, key]
    )
    for (const { part, nodes } of rows) {
      for (let at = 0; at < nodes.length; at += NODE_BYTES) {
        if (nodes.compare(leaf, 0, NODE_BYTES, at, at + NODE_BYTES) === 0)
          return part * PART + at / NODE_BYTES
      }
    }
    return null
  }

  async #partsOf(
    { boundaryId, seq }: TreeName,
    wanted: readonly { height: number; place: number }[]
  ): Promise<Map<string, Buffer>> {
    if (wanted.length === 0) return new Map()
    const places = wanted.map(({ height, place }) => [height, Math.floor(place / PART)])
    const rows = await this.database.read<PartRow>(
      `SELECT height, part, nodes FROM custody_liability_nodes
        WHERE boundary_id = ? AND seq = ? AND (height, part) IN (?)`,
      [boundaryId, seq, places]
    )
    return new Map(rows.map(({ height, part, nodes }) => [`${height}/${part}`, nodes]))
  }
}
