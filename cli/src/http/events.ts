export type ServerEvent = { event: string; data: string }

/** Reads server-sent events, however the bytes were cut into pieces. What the end cuts off is no event. */
export async function* eventsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  let event = ''
  let data: string[] = []
  for await (const line of linesOf(pieces)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const { name, value } = fieldOf(line)
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
}

/** `name: value`; a line that begins with the colon is a comment, whose name is empty. */
function fieldOf(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}

/** Lines end with CR LF, LF or CR; a CR at the end of a piece may be half of one. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true })
    const held = rest.endsWith('\r') ? '\r' : ''
    const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + held
    yield* lines
  }
  const last = (rest + decoder.decode()).split(/\r\n|\n|\r/)
  yield* last.slice(0, -1)
}
