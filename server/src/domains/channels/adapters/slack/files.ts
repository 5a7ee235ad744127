import { type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import { failureOfStatus } from '../call.ts'

/** The token that opens a file is shown to Slack only, whatever an event says. */
export function isSlackFile(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && (hostname === 'slack.com' || hostname.endsWith('.slack.com'))
}

export async function openMedia(reference: string, { auth }: Bound, tools: Tools): Promise<Response> {
  if (!isSlackFile(reference)) throw new DispatchFailed('rejected', 'The file is not at Slack')
  const headers = { authorization: `Bearer ${auth.botToken}` }
  // A token that may not read files is led to the sign-in page, which is no file.
  const response = await tools.fetch(addressOf(reference, tools), { headers, redirect: 'manual', signal: tools.signal })
  if (response.ok) return response
  await response.body?.cancel()
  const status = response.status < 400 ? 403 : response.status
  throw failureOfStatus('Slack', { status, headers: response.headers, text: '', json: undefined }, tools.world.now())
}

/** Where Slack's servers stand elsewhere, so do its files. */
function addressOf(reference: string, { apis }: Tools): string {
  const { pathname, search } = new URL(reference)
  return apis.slack ? `${apis.slack}${pathname}${search}` : reference
}
