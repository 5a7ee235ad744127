import { DispatchFailedError, type OutboundBubble } from '../../adapter.ts'
import { type Fields, readFields } from '../webhook-request.ts'

export function buildSmsBody({ channelMessageId, to, native, text }: OutboundBubble, from: string | undefined): string {
  const words = readNativeText(readFields(native)) || text
  if (words === '') throw new DispatchFailedError('rejected', 'The message says nothing that a text message could')
  return JSON.stringify({ id: channelMessageId, to, from: from || undefined, text: words })
}

/** Sends the files of a caller's own payload as links. */
function readNativeText({ Body: body, MediaUrl: files }: Fields): string {
  const text = typeof body === 'string' ? body : ''
  return files === undefined ? text : [text, files].flat().filter(Boolean).join('\n')
}
