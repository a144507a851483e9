import type { AbiFunction } from 'viem'
import { toFunctionSelector } from 'viem/utils'
import realmCustody from '../contracts/artifacts/RealmCustody.json' with { type: 'json' }
import realmCustodyExtension from '../contracts/artifacts/RealmCustodyExtension.json' with { type: 'json' }
import cosignerGroup from '../contracts/artifacts/CosignerGroup.json' with { type: 'json' }
import custodyFactory from '../contracts/artifacts/CustodyFactory.json' with { type: 'json' }
import custodyLens from '../contracts/artifacts/CustodyLens.json' with { type: 'json' }
import testUsd from '../contracts/artifacts/TestUSD.json' with { type: 'json' }
import tokenHolder from '../contracts/artifacts/TokenHolder.json' with { type: 'json' }
import type { ContractName, Hex } from '../core/chain_types.ts'

export interface AbiParameter {
  name: string
  type: string
  indexed?: boolean
  components?: AbiParameter[]
}

export interface AbiFragment {
  type: string
  name?: string
  inputs?: AbiParameter[]
  outputs?: AbiParameter[]
  anonymous?: boolean
  stateMutability?: string
}

/** Counts the releases of our contracts; goes up with every change of their code. */
export const CONTRACT_RELEASE = 3

/** A compiled contract as committed; `node ace contracts:check` proves it still follows from the sources. */
export interface Artifact {
  contractName: string
  abi: AbiFragment[]
  bytecode: Hex
  deployedBytecode: Hex
  /** Slot and offset, name and type of each variable. */
  storage: string[]
  compiler: string
  settings: object
  sourceHashes: Record<string, string>
}

export const ARTIFACTS: Record<ContractName, Artifact> = {
  // A pool answers for both.
  RealmCustody: { ...realmCustody, abi: abiOf(realmCustody, realmCustodyExtension) } as Artifact,
  RealmCustodyExtension: realmCustodyExtension as Artifact,
  CosignerGroup: cosignerGroup as Artifact,
  CustodyFactory: custodyFactory as Artifact,
  CustodyLens: custodyLens as Artifact,
  TestUSD: testUsd as Artifact,
  TokenHolder: tokenHolder as Artifact,
}

/** Of several contracts at one address: what stands in the first, and what the others add. */
function abiOf(...contracts: Pick<Artifact, 'abi'>[]): AbiFragment[] {
  const isOwn = ({ type }: AbiFragment, index: number) => index === 0 || type !== 'constructor'
  const all = contracts.flatMap(({ abi }, index) => abi.filter((one) => isOwn(one, index)))
  return [...new Map(all.map((fragment) => [JSON.stringify(fragment), fragment])).values()]
}

/** @throws Error when the contract has no function of a name */
export function selectorsOf(contract: ContractName, functions: readonly string[]): Set<Hex> {
  return new Set(
    functions.map((name) => {
      const found = ARTIFACTS[contract].abi.find(
        (one) => one.type === 'function' && one.name === name
      )
      if (!found) throw new Error(`${contract} has no function ${name}`)
      return toFunctionSelector(found as unknown as AbiFunction)
    })
  )
}
