/** `data` is what its JSON says, or the text where it is none. */
export type ServerSentEvent = { event: string; data: unknown; id?: string }

/** Reads server-sent events, however the bytes were cut into pieces. What the end cuts off is no event. */
export async function* parseServerEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  let event = ''
  let id: string | undefined
  let data: string[] = []
  for await (const line of readLines(bytes)) {
    const { name, value } = parseField(line)
    if (name === 'event') event = value
    if (name === 'id' && !value.includes('\0')) id = value
    if (name === 'data') data.push(value)
    if (line !== '') continue
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

/** `name: value`; a line that begins with the colon is a comment, whose name is empty. */
function parseField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}

/** Lines end with CR LF, LF or CR; a CR at the end of a piece may be half of one. */
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
