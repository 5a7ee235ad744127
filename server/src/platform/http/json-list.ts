import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FieldError } from '@parley/findings'
import { maxItemValues, OversizedItem } from '../oversized-item.ts'
import { createTooManyValuesProblem, findUnstorableValues, parseJson, readJsonYielding } from './body.ts'
import { invalidRequest, Problem, problem } from './problem.ts'

/** The positions of the list's items in the text, with the number of values in each. */
type ListSpans = { start: number; end: number; items: { start: number; end: number; values: number }[] }

const bytesPerTurn = 64 * 1024

/**
 * Reads a JSON object that consists of one long list and a few settings, such as `{ "people": [...] }`: locates the
 * items in the text, parses them one by one and yields to other requests in between.
 */
export async function readJsonList(
  raw: Buffer,
  contentType: string | undefined,
  { list, maxValues }: { list: string; maxValues: number },
): Promise<unknown> {
  const spans = await findItems(raw, list, maxValues)
  if (!spans) return readJsonYielding(raw, contentType)
  const withoutItems = Buffer.concat([raw.subarray(0, spans.start), Buffer.from('[]'), raw.subarray(spans.end)])
  const read = await readJsonYielding(withoutItems, contentType)
  return { ...(read as object), [list]: await parseItems(raw, spans, list) }
}

async function parseItems(raw: Buffer, { items }: ListSpans, list: string): Promise<unknown[]> {
  const parsed: unknown[] = []
  const errors: FieldError[] = []
  let turn = 0
  for (const [index, { start, end, values }] of items.entries()) {
    if (start - turn > bytesPerTurn) {
      turn = start
      await nextTurn()
    }
    const isOversized = values > maxItemValues
    const item = isOversized ? new OversizedItem() : parseItem(raw.subarray(start, end), `${list}[${index}]`)
    if (!isOversized) errors.push(...findUnstorableValues(item, maxItemValues, `${list}[${index}]`))
    if (errors.length >= maxItemProblems) break
    parsed.push(item)
  }
  if (errors.length > 0) throw invalidRequest(errors)
  return parsed
}

const maxItemProblems = 20

function parseItem(bytes: Buffer, place: string): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw problem('request.malformed', 400, { detail: `${error.details.detail} of ${place}` })
  }
}

const [comma, open, close, openObject, closeObject, colon, quote, backslash] = [...',[]{}:"\\'].map((mark) =>
  mark.charCodeAt(0),
)

/**
 * Returns undefined if there is no such list. If the key occurs more than once, the last one counts, as in any parser.
 */
async function findItems(raw: Buffer, list: string, valueLimit: number): Promise<ListSpans | undefined> {
  const walk = createListScanner(raw, Buffer.from(list), valueLimit)
  for (let at = 0; at < raw.length; ) {
    at = walk.read(at, Math.min(at + bytesPerTurn * 16, raw.length))
    await nextTurn()
  }
  return walk.found()
}

function createListScanner(raw: Buffer, name: Buffer, valueLimit: number) {
  let [depth, values, itemStart, itemValues, textStart] = [0, 0, 0, 0, -1]
  let [quoted, isNamed] = [false, false]
  let key: Buffer | undefined
  let listing: Omit<ListSpans, 'end'> | undefined
  let found: ListSpans | undefined

  function endItem(at: number, isLast: boolean): void {
    const isBlank = raw.toString('latin1', itemStart, at).trim() === ''
    // An empty item between two commas is passed on, so that the parser rejects it.
    if (listing && !(isLast && isBlank && listing.items.length === 0)) {
      listing.items.push({ start: itemStart, end: at, values: values - itemValues })
    }
    itemStart = at + 1
    itemValues = values
  }

  function enter(at: number, byte: number): void {
    values += 1
    depth += 1
    if (depth !== 2 || byte !== open || !isNamed) return
    listing = { start: at, items: [] }
    itemStart = at + 1
    itemValues = values
  }

  function leave(at: number): void {
    if (depth === 2 && listing) {
      endItem(at, true)
      found = { ...listing, end: at + 1 }
      listing = undefined
    }
    depth -= 1
  }

  function mark(at: number, byte: number): void {
    if (byte === comma) {
      values += 1
      if (depth === 2 && listing) endItem(at, false)
      if (depth === 1) isNamed = false
    } else if (byte === colon && depth === 1) isNamed = key?.equals(name) ?? false
    else if (byte === open || byte === openObject) enter(at, byte)
    else if (byte === close || byte === closeObject) leave(at)
  }

  return {
    read(start: number, end: number): number {
      let at = start
      for (; at < end; at++) {
        const byte = raw[at]
        if (byte === quote) {
          if (quoted && depth === 1) key = raw.subarray(textStart, at)
          quoted = !quoted
          textStart = at + 1
        } else if (quoted) at += byte === backslash ? 1 : 0
        else if (byte !== undefined && byte > 0x2b && byte < 0x7e) mark(at, byte)
      }
      if (values > valueLimit) throw createTooManyValuesProblem()
      return at
    },
    found: () => found,
  }
}
