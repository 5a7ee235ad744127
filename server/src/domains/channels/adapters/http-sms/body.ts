import { DispatchFailed, type Outgoing } from '../../adapter.ts'
import { type Fields, fieldsOf } from '../read.ts'

export function bodyOf({ channelMessageId, to, native, text }: Outgoing, from: string | undefined): string {
  const words = textIn(fieldsOf(native)) || text
  if (words === '') throw new DispatchFailed('rejected', 'The message says nothing that a text message could')
  return JSON.stringify({ id: channelMessageId, to, from: from || undefined, text: words })
}

/** Files of a caller's own payload go as links. */
function textIn({ Body: body, MediaUrl: files }: Fields): string {
  const text = typeof body === 'string' ? body : ''
  return files === undefined ? text : [text, files].flat().filter(Boolean).join('\n')
}
