import { stallLimit, watchStalls } from '../../server/src/testing/stalls/watch-stalls.ts'
import { createSeededRandomSource, type Random } from '../random.ts'
import { type Operation, operationNameOf } from './openapi.ts'
import { type FuzzRequest, generateRequest } from './request.ts'
import { type RequestTarget, sendRequest } from './send.ts'

/**
 * Heavy requests: a valid body with one of its fields grown to the two megabytes that any route reads. Monitors the
 * event loop meanwhile; a request that blocks it is a finding.
 */

const heavyCharacters = 2_000_000
const repeatText = (unit: string, separator = ''): string =>
  Array.from({ length: Math.floor(heavyCharacters / (unit.length + separator.length)) }, () => unit).join(separator)

type Fields = Record<string, unknown>
type GrowthMethod = {
  matches(value: unknown): boolean
  /** Returns the JSON of a heavy value of the same type. */
  grow(value: unknown): string
}

/** Identical items would be refused as duplicates. */
const serializeItem = (item: unknown, n: number): string =>
  JSON.stringify(
    typeof item === 'object' && item !== null && 'id' in item ? { ...item, id: `heavy-${n}` } : (item ?? 1),
  )

const growthMethods: Record<string, GrowthMethod> = {
  'a long list': {
    matches: Array.isArray,
    grow: (value) => {
      const [first] = value as unknown[]
      const count = Math.floor(heavyCharacters / (serializeItem(first, 1_000_000).length + 1))
      return `[${Array.from({ length: count }, (_, n) => serializeItem(first, n))}]`
    },
  },
  'a list of ones': { matches: Array.isArray, grow: () => `[${repeatText('1', ',')}]` },
  'a wide object': {
    matches: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    grow: () => `{${Array.from({ length: 100_000 }, (_, n) => `"field ${n}":1`)}}`,
  },
  'a long text': { matches: (value) => typeof value === 'string', grow: () => JSON.stringify(repeatText('long ')) },
  'a text of spaces': {
    matches: (value) => typeof value === 'string',
    grow: () => JSON.stringify(`${repeatText(' ')}!`),
  },
  'a deep list': { matches: () => true, grow: () => '['.repeat(heavyCharacters) },
}

/** Grows the first field of that type; undefined if there is none. */
export function growBody(method: string, json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const { matches, grow } = growthMethods[method] as GrowthMethod
  const grownField = Object.entries(json as Fields).find(([, value]) => matches(value))
  if (!grownField) return undefined
  const fields = Object.entries(json as Fields).map(
    ([key, value]) => `${JSON.stringify(key)}:${key === grownField[0] ? grow(value) : JSON.stringify(value)}`,
  )
  return `{${fields.join(',')}}`
}

export type StalledRequest = { route: string; method: string; milliseconds: number; references: number }
export type HeavyRun = {
  target: RequestTarget
  operations: readonly Operation[]
  seed: number
  onStall?: (stall: StalledRequest) => void
}

/** Sends a heavy body of each kind to each operation that accepts JSON. */
export async function fuzzHeavyBodies({ target, operations, seed, onStall }: HeavyRun) {
  const stalls: StalledRequest[] = []
  let requests = 0
  const random = createSeededRandomSource(seed)
  for (const operation of operations.filter(({ bodies }) => 'application/json' in bodies)) {
    for (const method of Object.keys(growthMethods)) {
      const request = generateHeavyRequest(operation, method, { target, random })
      if (!request) continue
      requests++
      const stall = await findStall(target, operation, request)
      if (!stall) continue
      stalls.push({ ...stall, method })
      onStall?.({ ...stall, method })
    }
  }
  return { stalls, requests }
}

/** One request in five has a valid body; some of the others have no field that can be grown. */
const maxDraws = 20

function generateHeavyRequest(
  operation: Operation,
  method: string,
  { target, random }: { target: RequestTarget; random: Random },
): FuzzRequest | undefined {
  for (let draw = 0; draw < maxDraws; draw++) {
    const request = generateRequest(operation, target.pools.own, random)
    const text = request.body && 'json' in request.body ? growBody(method, request.body.json) : undefined
    if (text === undefined) continue
    return { ...request, headers: { ...operation.headers, 'content-type': 'application/json' }, body: { text } }
  }
  return undefined
}

/**
 * Responses are validated against their schemas here, which takes as long as creating them, so the limit is doubled.
 */
async function findStall(target: RequestTarget, operation: Operation, request: FuzzRequest) {
  const { longest } = await watchStalls(() => sendRequest(target, operation, request))
  const { references, cpuMilliseconds } = longest
  if (references <= 2 * stallLimit) return undefined
  return { route: operationNameOf(operation), milliseconds: Math.round(cpuMilliseconds), references }
}
