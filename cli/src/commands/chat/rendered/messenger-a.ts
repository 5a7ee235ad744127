import {
  fileNameOf,
  type NativeCard,
  type NativeContent,
  type NativeFile,
  nativeAt,
  nativeListAt,
  nativeTextAt,
} from './native-content.ts'

const fileKinds = ['image', 'video', 'audio', 'document']

export function readMessengerAPayload(native: unknown): NativeContent {
  if (nativeTextAt(native, 'type') !== 'interactive') return { files: filesIn(native) }
  const interactive = nativeAt(native, 'interactive')
  const files = filesIn(nativeAt(interactive, 'header'))
  const type = nativeTextAt(interactive, 'type')
  if (type === 'carousel') {
    const text = unmarked(nativeTextAt(interactive, 'body', 'text') ?? '')
    return { files, text, cards: nativeListAt(interactive, 'action', 'cards').map(cardOf) }
  }
  const picks = type === 'list' ? nativeListAt(interactive, 'action', 'sections').flatMap(picksIn) : []
  return { files, options: picks, asksLocation: type === 'location_request_message' }
}

function filesIn(native: unknown): NativeFile[] {
  const kind = nativeTextAt(native, 'type') ?? ''
  if (kind === 'location') {
    const place = ['latitude', 'longitude'].map((side) => String(nativeAt(native, 'location', side)))
    return [{ name: place.join(', '), kind: 'map' }]
  }
  const link = fileKinds.includes(kind) ? nativeTextAt(native, kind, 'link') : undefined
  return link === undefined ? [] : [{ name: nativeTextAt(native, kind, 'filename') ?? fileNameOf(link), kind }]
}

const picksIn = (section: unknown) =>
  nativeListAt(section, 'rows').map((row) => ({
    id: nativeTextAt(row, 'id') ?? '',
    title: nativeTextAt(row, 'title') ?? '',
    description: nativeTextAt(row, 'description'),
  }))

/** The bold text in the first line is the title. */
function cardOf(native: unknown): NativeCard {
  const [first = '', ...rest] = (nativeTextAt(native, 'body', 'text') ?? '').split('\n')
  const title = /^\*(.+)\*$/.exec(first)?.[1]
  return {
    native,
    title,
    description: unmarked(title === undefined ? [first, ...rest].join('\n') : rest.join('\n')),
    picture: nativeTextAt(native, 'header', 'image', 'link'),
  }
}

/** Removes the marks for bold, italic and strikethrough. */
const unmarked = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])([*_~])(\S(?:[^\n]*?\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
