import { at, fileName, listAt, type Seen, type SeenCard, type SeenFile, wordsAt } from './seen.ts'

const fileKinds = ['image', 'video', 'audio', 'document']

export function seenOnMessengerA(native: unknown): Seen {
  if (wordsAt(native, 'type') !== 'interactive') return { files: filesIn(native) }
  const interactive = at(native, 'interactive')
  const files = filesIn(at(interactive, 'header'))
  const type = wordsAt(interactive, 'type')
  if (type === 'carousel') {
    const text = unmarked(wordsAt(interactive, 'body', 'text') ?? '')
    return { files, text, cards: listAt(interactive, 'action', 'cards').map(cardOf) }
  }
  const picks = type === 'list' ? listAt(interactive, 'action', 'sections').flatMap(picksIn) : []
  return { files, picks, asksLocation: type === 'location_request_message' }
}

function filesIn(native: unknown): SeenFile[] {
  const kind = wordsAt(native, 'type') ?? ''
  if (kind === 'location') {
    const place = ['latitude', 'longitude'].map((side) => String(at(native, 'location', side)))
    return [{ name: place.join(', '), kind: 'map' }]
  }
  const link = fileKinds.includes(kind) ? wordsAt(native, kind, 'link') : undefined
  return link === undefined ? [] : [{ name: wordsAt(native, kind, 'filename') ?? fileName(link), kind }]
}

const picksIn = (section: unknown) =>
  listAt(section, 'rows').map((row) => ({
    id: wordsAt(row, 'id') ?? '',
    title: wordsAt(row, 'title') ?? '',
    description: wordsAt(row, 'description'),
  }))

/** The title is what is bold in the first line. */
function cardOf(native: unknown): SeenCard {
  const [first = '', ...rest] = (wordsAt(native, 'body', 'text') ?? '').split('\n')
  const title = /^\*(.+)\*$/.exec(first)?.[1]
  return {
    native,
    title,
    description: unmarked(title === undefined ? [first, ...rest].join('\n') : rest.join('\n')),
    picture: wordsAt(native, 'header', 'image', 'link'),
  }
}

/** Without the signs that make words bold, italic or struck. */
const unmarked = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])([*_~])(\S(?:[^\n]*?\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
