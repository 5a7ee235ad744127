import { type Adapter, type Bound, DispatchFailed, type Tools } from '../../adapter.ts'
import { callProvider, type ProviderAnswer } from '../call.ts'
import { fieldsOf } from '../read.ts'
import { bodyOf } from './body.ts'
import { isReason } from './reason.ts'
import { stamp } from './seal.ts'
import { parse, verify } from './webhook.ts'

/** A gateway of the operator's own, by the protocol of `docs/http-sms.md`. */
export const httpSms: Adapter = {
  provider: 'http-sms',
  channel: 'sms',
  ignoresRepeats: true,
  takesOurIds: true,
  batchPerSecond: 5000,
  verify,
  parse,
  async send(outgoing, binding, tools) {
    await post(bodyOf(outgoing, binding.auth.from), binding, tools)
    return { channelMessageId: outgoing.channelMessageId }
  },
}

async function post(body: string, { auth }: Bound, tools: Tools): Promise<void> {
  const { sendUrl, secret } = auth
  if (!sendUrl || !secret) throw new DispatchFailed('credentials', 'The gateway needs an address and a secret')
  const headers = stamp(body, secret, tools.world.now())
  await callProvider({ provider: 'The SMS gateway', url: sendUrl, headers, body, refine }, tools)
}

const saysEnough = new Set([401, 403, 429])

/** The gateway may say why, in our own words for it. */
function refine({ status, json }: ProviderAnswer): DispatchFailed | undefined {
  const { reason } = fieldsOf(json)
  if (saysEnough.has(status) || status >= 500 || !isReason(reason)) return undefined
  const retry = reason === 'rateLimited' ? 'later' : 'never'
  return new DispatchFailed(reason, `The SMS gateway refused it (${status})`, { retry })
}
