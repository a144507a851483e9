#!/usr/bin/env node
// @ts-check
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { NotProved, verifyAttestation, verifyInclusion } from './verifier.js'

const USAGE = `verify-liability PROOF.json --rpc URL [--object ID] [--amount USD] [--boundary ID] [--pool ADDRESS]

PROOF.json is what GET /api/v1/objects/:id/liability-proof has answered, URL a node that you trust.
What you name is compared with the proof; name what you know.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rpc: { type: 'string' },
    object: { type: 'string' },
    amount: { type: 'string' },
    boundary: { type: 'string' },
    pool: { type: 'string' },
  },
})
const [file] = positionals
if (!file || !values.rpc) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(2)
}

try {
  const told = JSON.parse(readFileSync(file, 'utf8'))
  // The answer as it came, or its proof alone.
  const proof = told.data ?? told
  const { leaf, anchor, seq } = proof
  const { object: objectId, amount, boundary: boundaryId, pool } = values
  verifyInclusion(proof, { objectId, amount, boundaryId, pool })
  const { attestedAt, owed, holds } = await verifyAttestation(proof, values.rpc)
  process.stdout.write(`PROVED ${leaf.objectId} is owed ${leaf.amount} at entry ${seq}\n`)
  process.stdout.write(`attested ${attestedAt.toISOString()} by ${anchor.txHash}\n`)
  process.stdout.write(
    `the boundary owes ${owed} base units and holds ${holds ?? 'an unknown sum'}\n`
  )
} catch (error) {
  if (!(error instanceof NotProved)) throw error
  process.stderr.write(`NOT PROVED ${error.message}\n`)
  process.exit(1)
}
