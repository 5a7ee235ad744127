import {
  type AdapterBinding,
  type AdapterSendResult,
  type AdapterTools,
  DispatchFailedError,
  type OutboundBubble,
} from '../../adapter.ts'
import { callProvider } from '../call.ts'
import { type Fields, readFields } from '../webhook-request.ts'
import { toGatewayFailure } from './errors.ts'
import { signHeaders } from './webhook.ts'

export async function send(
  outgoing: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  await post(buildSmsBody(outgoing, binding.auth.from), binding, tools)
  return { channelMessageId: outgoing.channelMessageId }
}

async function post(body: string, { auth }: AdapterBinding, tools: AdapterTools): Promise<void> {
  const { sendUrl, secret } = auth
  if (!sendUrl || !secret) throw new DispatchFailedError('credentials', 'The gateway needs an address and a secret')
  const headers = signHeaders(body, secret, tools.world.now())
  await callProvider({ provider: 'The SMS gateway', url: sendUrl, headers, body, refine: toGatewayFailure }, tools)
}

function buildSmsBody({ channelMessageId, to, native, text }: OutboundBubble, from: string | undefined): string {
  const words = readNativeText(readFields(native)) || text
  if (words === '')
    throw new DispatchFailedError('rejected', 'The message has no content that a text message can carry')
  return JSON.stringify({ id: channelMessageId, to, from: from || undefined, text: words })
}

/** Sends the files of a caller's own payload as links. */
function readNativeText({ Body: body, MediaUrl: files }: Fields): string {
  const text = typeof body === 'string' ? body : ''
  return files === undefined ? text : [text, files].flat().filter(Boolean).join('\n')
}
