import { type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { toStatusFailure } from '../call.ts'

/** The token that opens a file is sent only to Slack, whatever URL an event contains. */
export function isSlackFile(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname === 'slack.com' || hostname.endsWith('.slack.com'))
}

export async function openMedia(reference: string, { auth }: AdapterBinding, tools: AdapterTools): Promise<Response> {
  if (!isSlackFile(reference)) throw new DispatchFailedError('rejected', 'The file is not at Slack')
  const headers = { authorization: `Bearer ${auth.botToken}` }
  // Slack redirects a token without permission to read files to the sign-in page, which is not the file.
  const response = await tools.fetch(buildFileUrl(reference, tools), {
    headers,
    redirect: 'manual',
    signal: tools.signal,
  })
  if (response.ok) return response
  await response.body?.cancel()
  const status = response.status < 400 ? 403 : response.status
  throw toStatusFailure('Slack', { status, headers: response.headers, text: '', json: undefined }, tools.world.now())
}

/** If Slack's API base URL is overridden, its files are fetched from there too. */
function buildFileUrl(reference: string, { apis }: AdapterTools): string {
  const { pathname, search } = new URL(reference)
  return apis.slack ? `${apis.slack}${pathname}${search}` : reference
}
