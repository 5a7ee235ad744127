import { stallLimit, watchStalls } from '../../server/src/testing/stalls/watch-stalls.ts'
import { createSeededRandomSource, type Random } from '../random.ts'
import { type Operation, operationNameOf } from './openapi.ts'
import { type FuzzRequest, generateRequest } from './request.ts'
import { type RequestTarget, sendTo } from './send.ts'

/**
 * Heavy requests: a valid body with one of its fields grown to the two megabytes that any route reads. Monitors the
 * event loop meanwhile; a request that blocks it is a finding.
 */

const heavyCharacters = 2_000_000
const repeated = (one: string, between = ''): string =>
  Array.from({ length: Math.floor(heavyCharacters / (one.length + between.length)) }, () => one).join(between)

type Fields = Record<string, unknown>
type Way = {
  fits(value: unknown): boolean
  /** Returns the JSON of a heavy value of the same type. */
  grow(value: unknown): string
}

/** Identical items would be refused as duplicates. */
const item = (one: unknown, n: number): string =>
  JSON.stringify(typeof one === 'object' && one !== null && 'id' in one ? { ...one, id: `heavy-${n}` } : (one ?? 1))

const ways: Record<string, Way> = {
  'a long list': {
    fits: Array.isArray,
    grow: (value) => {
      const [first] = value as unknown[]
      const count = Math.floor(heavyCharacters / (item(first, 1_000_000).length + 1))
      return `[${Array.from({ length: count }, (_, n) => item(first, n))}]`
    },
  },
  'a list of marks': { fits: Array.isArray, grow: () => `[${repeated('1', ',')}]` },
  'a wide object': {
    fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    grow: () => `{${Array.from({ length: 100_000 }, (_, n) => `"field ${n}":1`)}}`,
  },
  'a long text': { fits: (value) => typeof value === 'string', grow: () => JSON.stringify(repeated('long ')) },
  'a text of spaces': { fits: (value) => typeof value === 'string', grow: () => JSON.stringify(`${repeated(' ')}!`) },
  'a deep list': { fits: () => true, grow: () => '['.repeat(heavyCharacters) },
}

/** Grows the first field of that type; undefined if there is none. */
export function growBody(way: string, json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const { fits, grow } = ways[way] as Way
  const grown = Object.entries(json as Fields).find(([, value]) => fits(value))
  if (!grown) return undefined
  const fields = Object.entries(json as Fields).map(
    ([key, value]) => `${JSON.stringify(key)}:${key === grown[0] ? grow(value) : JSON.stringify(value)}`,
  )
  return `{${fields.join(',')}}`
}

export type StalledRequest = { route: string; way: string; milliseconds: number; references: number }
export type HeavyRun = {
  target: RequestTarget
  operations: readonly Operation[]
  seed: number
  onStall?: (stalled: StalledRequest) => void
}

/** Sends a heavy body of each kind to each operation that accepts JSON. */
export async function fuzzHeavyBodies({ target, operations, seed, onStall }: HeavyRun) {
  const stalls: StalledRequest[] = []
  let requests = 0
  const random = createSeededRandomSource(seed)
  for (const operation of operations.filter(({ bodies }) => 'application/json' in bodies)) {
    for (const way of Object.keys(ways)) {
      const request = heavyRequest(operation, way, { target, random })
      if (!request) continue
      requests++
      const stalled = await stallOf(target, operation, request)
      if (!stalled) continue
      stalls.push({ ...stalled, way })
      onStall?.({ ...stalled, way })
    }
  }
  return { stalls, requests }
}

/** One request in five has a valid body; some of the others have no field that can be grown. */
const mostDraws = 20

function heavyRequest(
  operation: Operation,
  way: string,
  { target, random }: { target: RequestTarget; random: Random },
): FuzzRequest | undefined {
  for (let draw = 0; draw < mostDraws; draw++) {
    const request = generateRequest(operation, target.pools.own, random)
    const text = request.body && 'json' in request.body ? growBody(way, request.body.json) : undefined
    if (text === undefined) continue
    return { ...request, headers: { ...operation.headers, 'content-type': 'application/json' }, body: { text } }
  }
  return undefined
}

/**
 * Responses are validated against their schemas here, which takes as long as creating them, so the limit is doubled.
 */
async function stallOf(target: RequestTarget, operation: Operation, request: FuzzRequest) {
  const { longest } = await watchStalls(() => sendTo(target, operation, request))
  const { references, cpuMilliseconds } = longest
  if (references <= 2 * stallLimit) return undefined
  return { route: operationNameOf(operation), milliseconds: Math.round(cpuMilliseconds), references }
}
