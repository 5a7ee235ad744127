import { type OpenAnswer, TooLarge } from '../../../platform/outbound/index.ts'
import { linesOf } from './lines.ts'

/** The answer of a webhook: so many bytes, and so many messages, at the most. */
const mostBytes = 1_000_000
const mostMessages = 200

export type Answer = Pick<OpenAnswer, 'header' | 'body'>
/** What of an answer is not usable, in a sentence for the agent's log. The event is taken all the same. */
export type Complain = (problem: string) => void
/** In their places, which stay the same when the answer comes again; what cannot be read leaves its place empty. */
export type Reply = { index: number; message: unknown }

/**
 * The replies that an answer holds, one after the other and as soon as they are there. Throws what the connection throws;
 * anything else that is wrong with the answer is a complaint.
 */
export async function* repliesIn(answer: Answer, complain: Complain): AsyncGenerator<Reply> {
  const bytes = atMost(answer.body, mostBytes)
  const type = typeOf(answer.header('content-type'))
  const read = readers[type.name]
  try {
    if (!read) return await refuseAll(bytes, type.name, complain)
    for await (const reply of read(bytes, complain, type.charset)) {
      if (reply.index >= mostMessages) return complain(`More than ${mostMessages} messages: the others are let drop`)
      yield reply
    }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    complain('The answer is larger than 1 MB: nothing after that is read')
  }
}

type Bytes = AsyncIterable<Uint8Array>
type Reader = (bytes: Bytes, complain: Complain, charset?: string) => AsyncGenerator<Reply>

const readers: Record<string, Reader> = {
  'application/json': readJson,
  'application/x-ndjson': readLines,
  'text/svc-aml': readAml,
}

async function* readJson(bytes: Bytes, complain: Complain): AsyncGenerator<Reply> {
  const body = await whole(bytes)
  if (body.length === 0) return
  const answer = parsed(body)
  if (answer === undefined) return complain('The answer is no JSON')
  const { messages } = (answer ?? {}) as { messages?: unknown }
  if (Array.isArray(messages)) yield* messages.map((message, index) => ({ index, message }))
  else if (messages !== undefined || !isEmpty(answer)) complain('The answer has no list "messages"')
}

async function* readLines(bytes: Bytes, complain: Complain): AsyncGenerator<Reply> {
  let index = 0
  for await (const line of linesOf(bytes)) {
    const item = parsed(line) as { message?: unknown } | null | undefined
    if (item?.message === undefined) complain(`Line ${index + 1} is no JSON object with a "message"`)
    else yield { index, message: item.message }
    index += 1
  }
}

async function* readAml(bytes: Bytes, _complain: Complain, charset = 'utf-8'): AsyncGenerator<Reply> {
  const aml = decoded(await whole(bytes), charset)
  if (aml.trim() !== '') yield { index: 0, message: { aml } }
}

async function refuseAll(bytes: Bytes, type: string, complain: Complain): Promise<void> {
  for await (const chunk of bytes) {
    if (chunk.length > 0) return complain(`A reply cannot be ${type || 'without a content type'}`)
  }
}

async function* atMost(body: Bytes, bytes: number): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of body) {
    read += chunk.byteLength
    if (read > bytes) throw new TooLarge(`the answer is larger than ${bytes} bytes`)
    yield chunk
  }
}

async function whole(bytes: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Undefined when these bytes are no JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const isEmpty = (answer: unknown): boolean =>
  answer === null || (typeof answer === 'object' && Object.keys(answer).length === 0)

function decoded(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function typeOf(header: string | undefined): { name: string; charset?: string } {
  const [name = '', ...parameters] = (header ?? '').split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]).find(Boolean)
  return { name: name.trim().toLowerCase(), charset }
}
