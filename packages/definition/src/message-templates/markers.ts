import type { TextSpan } from './spans.ts'

type Opened = { start: number; isCarousel: boolean; isCard: boolean }
type Bracket = { at: number; opens: boolean }

/**
 * Where the markers of a text stand, as the AML compiler finds them: an opening inside a marker makes the earlier one
 * text, except for the cards of a carousel, which belong to it. What is never closed is text.
 */
export function findMarkers(text: string): TextSpan[] {
  const markers: TextSpan[] = []
  let open: Opened[] = []
  for (let next = bracketFrom(text, 0, open); next; next = bracketFrom(text, next.at + 2, open)) {
    if (next.opens) open = [...holding(open), openedAt(text, next.at)]
    else if (open.at(-1)?.isCard && open.length > 1) open = open.slice(0, 1)
    else {
      markers.push({ start: open.at(-1)!.start, end: next.at + 2 })
      open = []
    }
  }
  return markers
}

/** What stays open when another opens: a carousel alone, its earlier card being over. */
function holding([outer, inner]: Opened[]): Opened[] {
  if (outer && inner?.isCard) return [outer]
  const current = inner ?? outer
  return current?.isCarousel ? [current] : []
}

function openedAt(text: string, start: number): Opened {
  return { start, isCarousel: isNamed(/\[\[\s*carousel(?![\w.-])/iy), isCard: isNamed(/\[\[\s*card(?![\w.-])/iy) }

  function isNamed(name: RegExp): boolean {
    name.lastIndex = start
    return name.test(text)
  }
}

function bracketFrom(text: string, from: number, open: readonly Opened[]): Bracket | undefined {
  return open.length === 0 ? openingFrom(text, from) : bracketInside(text, from)
}

function openingFrom(text: string, from: number): Bracket | undefined {
  let at = text.indexOf('[[', from)
  while (at > from && text[at - 1] === '\\') at = text.indexOf('[[', at + 2)
  return at < 0 ? undefined : { at, opens: true }
}

function bracketInside(text: string, from: number): Bracket | undefined {
  const pairs = /\[\[|\]\]/g
  pairs.lastIndex = from
  for (let pair = pairs.exec(text); pair; pair = pairs.exec(text)) {
    const opens = pair[0] === '[['
    if (!isEscaped(text, pair.index)) return { at: pair.index, opens }
    // `\[[` is literal as a pair; of `\]]]` only the first bracket is.
    if (!opens) pairs.lastIndex = pair.index + 1
  }
  return undefined
}

function isEscaped(text: string, at: number): boolean {
  let from = at
  while (text[from - 1] === '\\') from--
  return (at - from) % 2 === 1
}
