/** `data` is the parsed JSON, or the text if it is not JSON. */
export type ServerSentEvent = { event: string; data: unknown; id?: string }

/**
 * Parses server-sent events, however the bytes are chunked. Discards an incomplete event at the end. A block without
 * data is no event, but its id is the position to resume from: `onEventId` gets every id.
 */
export async function* parseServerEvents(
  bytes: AsyncIterable<Uint8Array>,
  onEventId?: (id: string) => void,
): AsyncGenerator<ServerSentEvent, void> {
  let event = ''
  let id: string | undefined
  let data: string[] = []
  for await (const line of readLines(bytes)) {
    const { name, value } = parseField(line)
    if (name === 'event') event = value
    if (name === 'id' && !value.includes('\0')) id = value
    if (name === 'data') data.push(value)
    if (line !== '') continue
    if (data.length === 0 && id !== undefined) onEventId?.(id)
    if (data.length > 0)
      yield { event: event || 'message', data: toServerEvent(data.join('\n')), ...(id !== undefined && { id }) }
    event = ''
    data = []
  }
}

function toServerEvent(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `name: value`; a line that starts with a colon is a comment, with an empty name. */
function parseField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}

/** Lines end with CR LF, LF or CR; a CR at the end of a chunk may be half of a CR LF. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of bytes) {
    rest += decoder.decode(piece, { stream: true })
    const held = rest.endsWith('\r') ? '\r' : ''
    const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + held
    yield* lines
  }
  yield* rest.split(/\r\n|\n|\r/).slice(0, -1)
}
