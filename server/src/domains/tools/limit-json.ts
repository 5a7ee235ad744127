/** Limits the size of JSON that an outside service returned, so that it stays valid JSON with its first parts intact. */

export const maxResultBytes = 16 * 1024

const ellipsis = '…'
const maxDepth = 50

/** Returns the value if its JSON has at most `maxBytes` bytes; else a copy with long texts cut and later entries left out. */
export function limitJson(value: unknown, maxBytes = maxResultBytes): unknown {
  // JSON.stringify overflows the stack with thousands of levels.
  const shallow = limitDepth(value)
  const written = JSON.stringify(shallow)
  if (written === undefined) return null
  if (Buffer.byteLength(written) <= maxBytes) return shallow
  // Everything is JSON from here on: no dates, functions or `toJSON`.
  return cut(JSON.parse(written), { bytes: maxBytes }, maxDepth) ?? null
}

/** Returns the value if it is at most 50 levels deep; else a copy without what is deeper. */
export function limitDepth(value: unknown): unknown {
  return isTooDeep(value, maxDepth) ? dropDeeper(value, maxDepth) : value
}

function dropDeeper(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, entry]) => left > 1 || typeof entry !== 'object' || entry === null)
  if (Array.isArray(value)) return kept.map(([, entry]) => dropDeeper(entry, left - 1))
  return Object.fromEntries(kept.map(([key, entry]) => [key, dropDeeper(entry, left - 1)]))
}

type Budget = { bytes: number }

/** Takes the bytes of the copy from the budget. Returns undefined if nothing of the value fits. */
function cut(value: unknown, budget: Budget, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, budget)
  if (typeof value !== 'object' || value === null) return spend(budget, sizeOf(value)) ? value : undefined
  if (depth === 0 || !spend(budget, 2)) return undefined
  return Array.isArray(value) ? cutList(value, budget, depth) : cutRecord(value, budget, depth)
}

function cutList(list: readonly unknown[], budget: Budget, depth: number): unknown[] {
  const kept: unknown[] = []
  for (const entry of list) {
    if (!spend(budget, 1)) break
    const copy = cut(entry, budget, depth - 1)
    if (copy === undefined) break
    kept.push(copy)
  }
  return kept
}

/** Returns undefined if no entry fits: an empty record would say that there was none. */
function cutRecord(record: object, budget: Budget, depth: number): object | undefined {
  const kept: [string, unknown][] = []
  const entries = Object.entries(record)
  for (const [key, entry] of entries) {
    const left = budget.bytes
    const copy = spend(budget, sizeOf(key) + 2) ? cut(entry, budget, depth - 1) : undefined
    if (copy === undefined) {
      // A later entry may be smaller.
      budget.bytes = left
      continue
    }
    kept.push([key, copy])
  }
  return kept.length > 0 || entries.length === 0 ? Object.fromEntries(kept) : undefined
}

function cutText(text: string, budget: Budget): string | undefined {
  if (spend(budget, sizeOf(text))) return text
  // An escaped character has at most six bytes, so this many characters always fit.
  const room = Math.floor((budget.bytes - sizeOf(ellipsis)) / 6)
  if (room < 1) return undefined
  const estimate = Math.max(room, Math.floor((text.length * budget.bytes) / sizeOf(text)))
  for (const length of [estimate, Math.floor(estimate * 0.9), room]) {
    const part = `${text.slice(0, length).toWellFormed()}${ellipsis}`
    if (spend(budget, sizeOf(part))) return part
  }
  return undefined
}

function spend(budget: Budget, bytes: number): boolean {
  if (bytes > budget.bytes) return false
  budget.bytes -= bytes
  return true
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((entry) => isTooDeep(entry, left - 1))
}
