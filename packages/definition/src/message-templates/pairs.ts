const partners = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['”', '“'],
  ['»', '«'],
  ['」', '「'],
  ['』', '『'],
  ['）', '（'],
  ['】', '【'],
])
const openers = new Set([...partners.values(), '„'])
const signs = /[()[\]{}“”„«»「」『』（）【】"]|\*+|_+|~~|`+/gu

/**
 * For each position of a line how many brackets, quotes and pairs of emphasis are open there; what has no partner on the
 * line does not count.
 */
export function pairDepths(line: string): Int32Array {
  const changes = new Int32Array(line.length + 2)
  const waiting = new Map<string, number[]>()
  for (const { 0: sign, index } of line.matchAll(signs)) {
    const opener = openerOf(sign, waiting)
    const start = opener === undefined ? undefined : waiting.get(opener)?.pop()
    if (start !== undefined && closesAt(line, index, sign)) {
      changes[start + 1]!++
      changes[index + sign.length]!--
    } else if (opensAt(line, index, sign)) pushTo(waiting, sign, index)
  }
  for (let at = 1; at < changes.length; at++) changes[at]! += changes[at - 1]!
  return changes
}

/** „German quotes“ close with what opens “English ones”. */
function openerOf(sign: string, waiting: ReadonlyMap<string, readonly number[]>): string | undefined {
  if ((sign === '“' || sign === '”') && waiting.get('„')?.length) return '„'
  return partners.get(sign) ?? (openers.has(sign) ? undefined : sign)
}

function closesAt(line: string, at: number, sign: string): boolean {
  return partners.has(sign) || sign === '“' || /\S/.test(line[at - 1] ?? ' ')
}

function opensAt(line: string, at: number, sign: string): boolean {
  if (openers.has(sign)) return true
  return !partners.has(sign) && /\S/.test(line[at + sign.length] ?? ' ') && !/[\p{L}\p{N}]/u.test(line[at - 1] ?? ' ')
}

function pushTo(waiting: Map<string, number[]>, sign: string, at: number): void {
  const places = waiting.get(sign) ?? []
  waiting.set(sign, places)
  places.push(at)
}
