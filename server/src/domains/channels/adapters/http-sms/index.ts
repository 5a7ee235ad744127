import type { Adapter } from '../../adapter.ts'
import { send } from './send.ts'
import { parse, verify } from './webhook.ts'

/** The operator's own gateway, using the protocol of `docs/http-sms.md`. */
export const httpSmsAdapter: Adapter = {
  provider: 'http-sms',
  channel: 'sms',
  ignoresRepeats: true,
  acceptsClientIds: true,
  batchPerSecond: 5000,
  verify,
  parse,
  send,
}
