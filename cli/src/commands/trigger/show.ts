import type { ProgramReply } from '../../program/call-program.ts'
import type { Paint } from '../../text/paint.ts'
import { stripControlCharacters, toPrintable } from '../../text/printable.ts'

/** What the gateway reads replies from. */
const readableContentTypes = ['application/json', 'application/x-ndjson', 'text/svc-aml']

type ProgramAnswer = Extract<ProgramReply, { status: number }>

/** What a program has answered, and what the gateway would make of it. */
export function formatAnswer({ status, contentType, body }: ProgramAnswer, paint: Paint): string[] {
  const text = bodyTextOf(body)
  const advice = adviseOnAnswer({ status, contentType, text })
  return [...formatBody(text, contentType).map(stripControlCharacters), ...(advice ? [paint('yellow', advice)] : [])]
}

export const bodyTextOf = (body: Buffer | undefined): string => body?.toString() ?? ''

/** JSON is laid out, so that it can be read. */
function formatBody(text: string, contentType = ''): string[] {
  if (text.trim() === '') return []
  try {
    return JSON.stringify(contentType.includes('json') ? JSON.parse(text) : throwNotJson(), undefined, 2).split('\n')
  } catch {
    return text.trimEnd().split(/\r?\n/)
  }
}

function throwNotJson(): never {
  throw new SyntaxError('this is read as it is')
}

function adviseOnAnswer({ status, contentType = '', text }: { status: number; contentType?: string; text: string }) {
  if (status === 401 || status === 403) {
    return 'It does not believe the signature: is PARLEY_SIGNING_SECRET the secret that it has?'
  }
  if (status === 404 || status === 405) return 'It is there, but not at this path: look at --to'
  if (status >= 300) return 'The gateway would tell it of this event again, later'
  const [type = ''] = contentType.split(';')
  if (text.trim() === '' || readableContentTypes.includes(type.trim().toLowerCase())) return undefined
  return `The gateway reads no replies from ${toPrintable(type) || 'an answer without a content type'}; from ${readableContentTypes.join(', ')} it does`
}
