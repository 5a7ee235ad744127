import { findOpenMarker, type MarkerHelp, markerHelps } from './markers.ts'

/** An entity of the agent that a text can reference. */
export type NamedEntry = { id: string; name: string }
export type CompletionSource = {
  templates: readonly NamedEntry[]
  things: readonly NamedEntry[]
  collections: readonly NamedEntry[]
  media: readonly NamedEntry[]
}

export type CompletionOffer =
  | { kind: 'marker'; marker: MarkerHelp }
  | { kind: 'row'; label: string; insert: string }
  | { kind: 'slot'; label: string; insert: string }
  | { kind: 'template' | 'thing' | 'collection' | 'media'; label: string; insert: string; detail: string }

export type CompletionResult = { from: number; offers: CompletionOffer[] }

/** Completions at the cursor; `from` is the start of the range that a completion replaces. */
export function completeAt(
  text: string,
  at: number,
  agent: CompletionSource,
  slots: readonly string[],
): CompletionResult | undefined {
  const before = text.slice(0, at)
  return slotOffers(before, slots) ?? markerOffers(before, agent)
}

function slotOffers(before: string, slots: readonly string[]): CompletionResult | undefined {
  const [typed] = /\{[\w.-]*$/.exec(before) ?? []
  if (typed === undefined || slots.length === 0) return undefined
  const offers = slots.map((path): CompletionOffer => ({ kind: 'slot', label: path, insert: `{${path}}` }))
  return { from: before.length - typed.length, offers }
}

function markerOffers(before: string, agent: CompletionSource): CompletionResult | undefined {
  const open = findOpenMarker(before)
  if (!open) return undefined
  if (/^\s*[\w.]*$/.test(open.inner)) {
    return { from: open.from, offers: markerHelps.map((marker) => ({ kind: 'marker', marker })) }
  }
  return contentOffers(before, open, agent) ?? rowOffers(before, open.name)
}

function contentOffers(before: string, { name, inner }: { name: string; inner: string }, agent: CompletionSource) {
  const [, image] = /(?:^|[\s|~=:])image:([\w-]*)$/.exec(inner) ?? []
  if (image !== undefined) return namedOffers('media', agent.media, before.length - image.length)
  const [, typed] = /[:|,\s]\s*([^\s:|,]*)$/.exec(inner) ?? []
  if (typed === undefined) return undefined
  const from = before.length - typed.length
  if (name === 'template') return namedOffers('template', agent.templates, from)
  if (name === 'things') return namedOffers('thing', agent.things, from)
  if (name === 'collection') return namedOffers('collection', agent.collections, from)
  const wantsPicture =
    (name === 'media' && /^\s*media\s*[:|]?\s*\S*$/i.test(inner)) || /^\s*image\s*=\s*\S*$/im.test(lastLine(inner))
  return wantsPicture ? namedOffers('media', agent.media, from, 'image:') : undefined
}

type ContentKind = 'template' | 'thing' | 'collection' | 'media'

function namedOffers(kind: ContentKind, list: readonly NamedEntry[], from: number, prefix = ''): CompletionResult {
  return { from, offers: list.map(({ id, name }) => ({ kind, label: id, insert: prefix + id, detail: name })) }
}

function rowOffers(before: string, name: string): CompletionResult | undefined {
  const rows = markerHelps.find((help) => help.name === name)?.rows ?? []
  const [line, typed = ''] = /\n[ \t]*(\w*)$/.exec(before) ?? []
  if (rows.length === 0 || line === undefined) return undefined
  return {
    from: before.length - typed.length,
    offers: rows.map((row) => ({ kind: 'row', label: row, insert: `${row} = ` })),
  }
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
