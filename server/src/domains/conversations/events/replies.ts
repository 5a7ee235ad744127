import { ResponseTooLargeError, type StreamedResponse } from '../../../platform/outbound/index.ts'

const lineFeed = 0x0a

/**
 * Splits a stream into lines. Chunks may end anywhere, even inside a character; blank lines are skipped, and the last
 * line needs no line break.
 */
async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  for await (const chunk of bytes) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)])
      pieces = []
      from = end + 1
      if (!isBlank(line)) yield line
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
  const last = Buffer.concat(pieces)
  if (!isBlank(last)) yield last
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

/** Limits of a webhook response: bytes and messages. */
const maxBytes = 1_000_000
const maxMessages = 200

export type WebhookAnswer = Pick<StreamedResponse, 'header' | 'body'>
/** Reports an unusable part of a response, as a sentence for the agent's log. The event still counts as delivered. */
export type ReportProblem = (problem: string) => void
/** A reply with its index, which is the same when the response is repeated; an unreadable reply leaves a gap. */
export type WebhookReply = { index: number; message: unknown }

/**
 * Yields the replies of a response one by one, as soon as each arrives. Connection errors are thrown; any other problem
 * with the response is reported as a complaint.
 */
export async function* readReplies(answer: WebhookAnswer, complain: ReportProblem): AsyncGenerator<WebhookReply> {
  const bytes = limitBytes(answer.body, maxBytes)
  const type = parseContentType(answer.header('content-type'))
  const read = readers[type.name]
  try {
    if (!read) return await rejectBody(bytes, type.name, complain)
    for await (const reply of read(bytes, complain, type.charset)) {
      if (reply.index >= maxMessages) return complain(`More than ${maxMessages} messages: the rest are ignored`)
      yield reply
    }
  } catch (error) {
    if (!(error instanceof ResponseTooLargeError)) throw error
    complain('The response is larger than 1 MB: the rest is ignored')
  }
}

type Bytes = AsyncIterable<Uint8Array>
type Reader = (bytes: Bytes, complain: ReportProblem, charset?: string) => AsyncGenerator<WebhookReply>

const readers: Record<string, Reader> = {
  'application/json': readJson,
  'application/x-ndjson': readLines,
  'text/svc-aml': readAml,
}

async function* readJson(bytes: Bytes, complain: ReportProblem): AsyncGenerator<WebhookReply> {
  const body = await readAll(bytes)
  if (body.length === 0) return
  const answer = parseJson(body)
  if (answer === undefined) return complain('The response is not JSON')
  const { messages } = (answer ?? {}) as { messages?: unknown }
  if (Array.isArray(messages)) yield* messages.map((message, index) => ({ index, message }))
  else if (messages !== undefined || !isEmpty(answer)) complain('The response has no "messages" list')
}

async function* readLines(bytes: Bytes, complain: ReportProblem): AsyncGenerator<WebhookReply> {
  let index = 0
  for await (const line of splitLines(bytes)) {
    const item = parseJson(line) as { message?: unknown } | null | undefined
    if (item?.message === undefined) complain(`Line ${index + 1} is not a JSON object with a "message"`)
    else yield { index, message: item.message }
    index += 1
  }
}

async function* readAml(bytes: Bytes, _complain: ReportProblem, charset = 'utf-8'): AsyncGenerator<WebhookReply> {
  const aml = decodeText(await readAll(bytes), charset)
  if (aml.trim() !== '') yield { index: 0, message: { aml } }
}

async function rejectBody(bytes: Bytes, type: string, complain: ReportProblem): Promise<void> {
  for await (const chunk of bytes) {
    if (chunk.length > 0) return complain(`The content type of a reply cannot be ${type || 'empty'}`)
  }
}

async function* limitBytes(body: Bytes, bytes: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.byteLength
    if (read > bytes) throw new ResponseTooLargeError(`the response is larger than ${bytes} bytes`)
    yield chunk
  }
}

async function readAll(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Undefined if the bytes are not JSON. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const isEmpty = (answer: unknown): boolean =>
  answer === null || (typeof answer === 'object' && Object.keys(answer).length === 0)

function decodeText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function parseContentType(header: string | undefined): { name: string; charset?: string } {
  const [name = '', ...parameters] = (header ?? '').split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]).find(Boolean)
  return { name: name.trim().toLowerCase(), charset }
}
