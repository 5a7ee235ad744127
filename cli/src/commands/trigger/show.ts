import type { Answered } from '../../program/call.ts'
import type { Paint } from '../../text/paint.ts'
import { harmless, plain } from '../../text/plain.ts'

/** What the gateway reads replies from. */
const readable = ['application/json', 'application/x-ndjson', 'text/svc-aml']

type Came = Extract<Answered, { status: number }>

/** What a program has answered, and what the gateway would make of it. */
export function answerLines({ status, contentType, body }: Came, paint: Paint): string[] {
  const text = textOf(body)
  const advice = adviceOn({ status, contentType, text })
  return [...linesIn(text, contentType).map(harmless), ...(advice ? [paint('yellow', advice)] : [])]
}

export const textOf = (body: Buffer | undefined): string => body?.toString() ?? ''

/** JSON is laid out, so that it can be read. */
function linesIn(text: string, contentType = ''): string[] {
  if (text.trim() === '') return []
  try {
    return JSON.stringify(contentType.includes('json') ? JSON.parse(text) : noJson(), undefined, 2).split('\n')
  } catch {
    return text.trimEnd().split(/\r?\n/)
  }
}

function noJson(): never {
  throw new SyntaxError('this is read as it is')
}

function adviceOn({ status, contentType = '', text }: { status: number; contentType?: string; text: string }) {
  if (status === 401 || status === 403) {
    return 'It does not believe the signature: is PARLEY_SIGNING_SECRET the secret that it has?'
  }
  if (status === 404 || status === 405) return 'It is there, but not at this path: look at --to'
  if (status >= 300) return 'The gateway would tell it of this event again, later'
  const [type = ''] = contentType.split(';')
  if (text.trim() === '' || readable.includes(type.trim().toLowerCase())) return undefined
  return `The gateway reads no replies from ${plain(type) || 'an answer without a content type'}; from ${readable.join(', ')} it does`
}
