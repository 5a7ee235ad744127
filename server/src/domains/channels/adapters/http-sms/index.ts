import { type Adapter, type AdapterBinding, type AdapterTools, DispatchFailedError } from '../../adapter.ts'
import { callProvider, type ProviderAnswer } from '../call.ts'
import { readFields } from '../webhook-request.ts'
import { isGatewayReason } from './errors.ts'
import { buildSmsBody } from './send.ts'

import { parse, signHeaders, verify } from './webhook.ts'

/** The operator's own gateway, using the protocol of `docs/http-sms.md`. */
export const httpSmsAdapter: Adapter = {
  provider: 'http-sms',
  channel: 'sms',
  ignoresRepeats: true,
  acceptsClientIds: true,
  batchPerSecond: 5000,
  verify,
  parse,
  async send(outgoing, binding, tools) {
    await post(buildSmsBody(outgoing, binding.auth.from), binding, tools)
    return { channelMessageId: outgoing.channelMessageId }
  },
}

async function post(body: string, { auth }: AdapterBinding, tools: AdapterTools): Promise<void> {
  const { sendUrl, secret } = auth
  if (!sendUrl || !secret) throw new DispatchFailedError('credentials', 'The gateway needs an address and a secret')
  const headers = signHeaders(body, secret, tools.world.now())
  await callProvider({ provider: 'The SMS gateway', url: sendUrl, headers, body, refine }, tools)
}

const selfExplanatoryStatuses = new Set([401, 403, 429])

/** The gateway may give one of our failure reasons. */
function refine({ status, json }: ProviderAnswer): DispatchFailedError | undefined {
  const { reason } = readFields(json)
  if (selfExplanatoryStatuses.has(status) || status >= 500 || !isGatewayReason(reason)) return undefined
  const retry = reason === 'rateLimited' ? 'later' : 'never'
  return new DispatchFailedError(reason, `The SMS gateway refused it (${status})`, { retry })
}
