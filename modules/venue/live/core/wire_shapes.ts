/** The parts of the venue's protocol that are used here, as the venue documents them. */

export interface WireOrder {
  a: number
  b: boolean
  p: string
  s: string
  r: boolean
  t:
    | { limit: { tif: 'Gtc' | 'Ioc' | 'Alo' } }
    | { trigger: { isMarket: boolean; triggerPx: string; tpsl: 'tp' | 'sl' } }
  c: string
}

export type Grouping = 'na' | 'normalTpsl' | 'positionTpsl'

/** The order of the keys is part of what is signed. */
export type L1Action =
  | { type: 'order'; orders: WireOrder[]; grouping: Grouping; builder?: { b: string; f: number } }
  | { type: 'cancelByCloid'; cancels: { asset: number; cloid: string }[] }
  | { type: 'modify'; oid: string; order: WireOrder }
  | { type: 'updateLeverage'; asset: number; isCross: boolean; leverage: number }
  | { type: 'updateIsolatedMargin'; asset: number; isBuy: boolean; ntli: number }

export type PlacementStatus =
  | { resting: { oid: number; cloid?: string } }
  | { filled: { oid: number; totalSz: string; avgPx: string } }
  | { error: string }
  | 'waitingForFill'
  | 'waitingForTrigger'
  | 'success'

export type ExchangeReply =
  | { status: 'ok'; response: { type: string; data?: { statuses?: PlacementStatus[] } } }
  | { status: 'err'; response: string }

export interface WireUniverse {
  name: string
  szDecimals: number
  maxLeverage: number
  marginTableId?: number
  onlyIsolated?: boolean
  marginMode?: 'strictIsolated' | 'noCross'
  isDelisted?: boolean
}

export interface WireMeta {
  universe: WireUniverse[]
  marginTables?: [number, { marginTiers: { lowerBound: string; maxLeverage: number }[] }][]
}

export interface WireAssetContext {
  markPx: string
  midPx: string | null
  oraclePx: string
  impactPxs: string[] | null
}

export interface WireFill {
  coin: string
  px: string
  sz: string
  side: 'B' | 'A'
  time: number
  oid: number
  tid: number
  crossed: boolean
  fee: string
  builderFee?: string
  cloid?: string
  liquidation?: { method: 'market' | 'backstop' }
}

export interface WireFunding {
  time: number
  delta: { coin: string; usdc: string; szi: string; fundingRate: string }
}

export interface WireAccountState {
  marginSummary: { accountValue: string; totalRawUsd: string }
  withdrawable: string
  assetPositions: { position: { coin: string; szi: string; leverage: { type: string } } }[]
}

export type WireOrderStatus =
  { status: 'unknownOid' } | { status: 'order'; order: { order: { oid: number }; status: string } }

export interface WireOpenOrder {
  coin: string
  oid: number
  cloid?: string | null
}

export interface WireLedgerUpdate {
  time: number
  hash: string
  delta: { type: string; usdc?: string; user?: string; destination?: string; nonce?: number }
}

export interface WireAgent {
  address: string
  name: string
  validUntil: number
}
