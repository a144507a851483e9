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
    const nodesAt = await this.#nodesAt(tree, wanted)
    const steps = wanted.flatMap(({ height, side }) => {
      const node = nodesAt.get(height)
      return node ? [{ side, hash: hashAt(node, 0), sum: sumAt(node, 0) }] : []
    })
    return steps.length === wanted.length ? steps : null
  }

  /** Leaves with the same key stand beside each other: seldom in more than one part. */
  async #placeOf(tree: TreeName, leaf: Buffer): Promise<number | null> {
    const key = keyOf(leaf)
    let found = await this.#lastPartUpTo(tree, key)
    while (found) {
      const { part, nodes } = found
      for (let at = 0; at < nodes.length; at += NODE_BYTES) {
        if (nodes.compare(leaf, 0, NODE_BYTES, at, at + NODE_BYTES) === 0)
          return part * PART + at / NODE_BYTES
      }
      found = keyOf(nodes) === key && part > 0 ? await this.#leafPart(tree, part - 1) : null
    }
    return null
  }

  /** The database would rather read every part behind the right one than go back along the keys. */
  async #lastPartUpTo({ boundaryId, seq }: TreeName, key: number): Promise<PartRow | null> {
    const [row] = await this.database.read<PartRow>(
      `SELECT part, nodes FROM custody_liability_nodes FORCE INDEX (custody_liability_nodes_key)
        WHERE boundary_id = ? AND seq = ? AND height = 0 AND first_key <= ?
        ORDER BY first_key DESC, part DESC LIMIT 1`,
      [boundaryId, seq, key]
    )
    return row ?? null
  }

  async #leafPart({ boundaryId, seq }: TreeName, part: number): Promise<PartRow | null> {
    const [row] = await this.database.read<PartRow>(
      `SELECT part, nodes FROM custody_liability_nodes
        WHERE boundary_id = ? AND seq = ? AND height = 0 AND part = ?`,
      [boundaryId, seq, part]
    )
    return row ?? null
  }

  /** One node of each wanted height. */
  async #nodesAt(
    { boundaryId, seq }: TreeName,
    wanted: readonly { height: number; place: number }[]
  ): Promise<Map<number, Buffer>> {
    if (wanted.length === 0) return new Map()
    const one = `SELECT height, SUBSTRING(nodes, ?, ${NODE_BYTES}) AS node FROM custody_liability_nodes
        WHERE boundary_id = ? AND seq = ? AND height = ? AND part = ?`
    const rows = await this.database.read<{ height: number | string; node: Buffer }>(
      wanted.map(() => one).join(' UNION ALL '),
      wanted.flatMap(({ height, place }) => {
        const from = (place % PART) * NODE_BYTES + 1
        return [from, boundaryId, seq, height, Math.floor(place / PART)]
      })
    )
    const whole = rows.filter(({ node }) => node.length === NODE_BYTES)
    return new Map(whole.map(({ height, node }) => [Number(height), node]))
  }
}
