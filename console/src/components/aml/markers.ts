import { markerKinds } from '@parley/amf'

/** Syntax of a marker, with `<fields>` to fill in, and the row names it allows. */
type MarkerForm = { written: string; rows?: readonly string[] }
export type MarkerHelp = Required<MarkerForm> & { name: string }

const time = '2030-01-31T15:30:00+00:00'

const forms: Record<string, MarkerForm> = {
  chips: { written: '[[chips: <One> | <Another>]]' },
  'ask.choice': { written: '[[ask.choice #<id> | <Which one?>\n<first> = <The first>\n<second> = <The second>\n]]' },
  'ask.time': { written: `[[ask.time #<id> | <When suits you?>\n<one> = <${time}>\n]]` },
  'ask.location': { written: '[[ask.location #<id> | <Where are you?>]]' },
  confirm: { written: '[[confirm #<id> | <Shall I?> | <Yes> | <No>]]' },
  showcase: { written: '[[showcase #<id> | <Have a look>\n<item> = <Title> ~ <Description>\n]]' },
  'share.event': {
    written: `[[share.event | <Title>\nstart = <${time}>\n]]`,
    rows: ['start', 'end', 'location', 'description', 'prompt'],
  },
  'share.place': {
    written: '[[share.place | <Name>\naddress = <Address>\n]]',
    rows: ['address', 'latitude', 'longitude', 'prompt'],
  },
  'share.contact': {
    written: '[[share.contact | <Name>\nphone = <+12025550143>\n]]',
    rows: ['phone', 'email', 'url', 'organization', 'prompt'],
  },
  media: { written: '[[media: <https://example.com/picture.png> | <What it shows>]]' },
  card: {
    written: '[[card: <Title>\ndescription = <Description>\n]]',
    rows: ['description', 'image', 'chips'],
  },
  carousel: { written: '[[carousel\n[[card: <First>]]\n[[card: <Second>]]\n]]' },
  template: { written: '[[template: <id>]]' },
  things: { written: '[[things: <id>]]' },
  collection: { written: '[[collection: <id>]]' },
}

export const markerHelps: readonly MarkerHelp[] = markerKinds.map(({ name }) => {
  const { written, rows = [] } = forms[name] ?? { written: `[[${name}: <text>]]` }
  return { name, written, rows }
})

/** Converts to a CodeMirror snippet whose fields are reached with Tab. */
export const markerSnippetOf = ({ written }: MarkerHelp): string =>
  written.replace(/<([^<>]*)>/g, (_, field: string) => `\${${field}}`)

/** The marker with its field names as placeholder text. */
export const markerExampleOf = ({ written }: MarkerHelp): string => written.replace(/<([^<>]*)>/g, '$1')

/** A marker or slot in a text, for highlighting and completion. */
type AmlSpan = { from: number; to: number; kind: 'bracket' | 'name' | 'id' | 'sign' | 'slot' }

const opening = /^\[\[\s*([a-z][\w.]*)?[ \t]*(#[^\s|\]]*)?/i

/** Returns spans in text order. Offsets are UTF-16 units. */
export function scanSpans(text: string): AmlSpan[] {
  const spans: AmlSpan[] = []
  let depth = 0
  for (let at = 0; at < text.length; ) {
    const next = spanAt(text, at, depth)
    if (!next) {
      at++
      continue
    }
    spans.push(...next.spans)
    depth = Math.max(0, depth + next.deeper)
    at = next.to
  }
  return spans
}

type FoundSpan = { spans: AmlSpan[]; deeper: number; to: number }

function spanAt(text: string, at: number, depth: number): FoundSpan | undefined {
  const isEscaped = text[at - 1] === '\\'
  if (isEscaped) return undefined
  if (text.startsWith('[[', at)) return openingAt(text, at)
  if (depth > 0 && text.startsWith(']]', at)) {
    return { spans: [{ from: at, to: at + 2, kind: 'bracket' }], deeper: -1, to: at + 2 }
  }
  if (depth > 0 && text[at] === '|') return { spans: [{ from: at, to: at + 1, kind: 'sign' }], deeper: 0, to: at + 1 }
  return slotAt(text, at)
}

function openingAt(text: string, at: number): FoundSpan {
  const [whole = '[[', name = '', id = ''] = opening.exec(text.slice(at, at + 200)) ?? []
  const nameFrom = at + whole.length - (whole.length - whole.indexOf(name, 2))
  const spans: AmlSpan[] = [{ from: at, to: at + 2, kind: 'bracket' }]
  if (name) spans.push({ from: nameFrom, to: nameFrom + name.length, kind: 'name' })
  if (id) spans.push({ from: at + whole.length - id.length, to: at + whole.length, kind: 'id' })
  return { spans, deeper: 1, to: at + whole.length }
}

function slotAt(text: string, at: number): FoundSpan | undefined {
  if (text[at] !== '{') return undefined
  const [slot] = /^\{\s*[A-Za-z_][\w.-]*\s*(?:\|[^{}\r\n]*)?\}/.exec(text.slice(at, at + 300)) ?? []
  return slot
    ? { spans: [{ from: at, to: at + slot.length, kind: 'slot' }], deeper: 0, to: at + slot.length }
    : undefined
}

/** Finds the marker that is still open at the end of a text: its name and its content so far. */
export function findOpenMarker(before: string): { from: number; name: string; inner: string } | undefined {
  const open: number[] = []
  for (const { 0: sign, index } of before.matchAll(/\[\[|\]\]/g)) {
    if (before[index - 1] === '\\') continue
    if (sign === '[[') open.push(index)
    else open.pop()
  }
  const from = open.at(-1)
  if (from === undefined) return undefined
  const inner = before.slice(from + 2)
  return { from, name: /^\s*([\w.]*)/.exec(inner)?.[1]?.toLowerCase() ?? '', inner }
}
