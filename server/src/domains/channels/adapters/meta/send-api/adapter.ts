import { type Adapter, type Bound, DispatchFailed, type Tools } from '../../../adapter.ts'
import type { Fields } from '../../read.ts'
import { callGraph, type GraphCall, idIn, segment } from '../graph.ts'
import { textOf } from '../json.ts'
import { bodyOf } from '../native.ts'
import { verify } from '../webhook.ts'
import { sendApiParser } from './parse.ts'

/** What Messenger and Instagram do not share. */
type SendApi = {
  channel: 'messengerB' | 'socialC'
  host: NonNullable<GraphCall['host']>
  /** As the webhooks name it. */
  object: string
  accountField: string
  tokenField: string
  /** Stands in every message that does not say otherwise. */
  envelope: Fields
  /** What `/me` is asked for. */
  profile: { fields: string; id: string; shown: string }
}

/** https://developers.facebook.com/docs/messenger-platform */
export function sendApiAdapter(api: SendApi): Adapter {
  const { envelope } = api
  return {
    provider: 'meta',
    channel: api.channel,
    ignoresRepeats: false,
    takesOurIds: false,
    // 300 calls a second are taken with words, but 10 with sound or film; who sends those in bulk is told to wait.
    batchPerSecond: 100,
    verify,
    parse: sendApiParser(api.object, api.accountField),
    async send({ native, to }, binding, tools) {
      const body = { ...envelope, ...bodyOf(native), recipient: { id: to } }
      const { message_id } = await post(api, body, binding, tools)
      return { channelMessageId: idIn(message_id) }
    },
    async signal({ signal, to }, binding, tools) {
      const action = signal === 'typing' ? 'typing_on' : 'mark_seen'
      await post(api, { recipient: { id: to }, sender_action: action }, binding, tools)
    },
    check: (binding, tools) => check(api, binding, tools),
  }
}

function post({ host, accountField, tokenField }: SendApi, body: Fields, { auth }: Bound, tools: Tools) {
  return callGraph({ host, path: `${segment(auth[accountField])}/messages`, token: auth[tokenField], body }, tools)
}

/** The token says whose it is, which must be the account that the binding names. */
async function check({ host, accountField, tokenField, profile }: SendApi, { auth }: Bound, tools: Tools) {
  const own = segment(auth[accountField])
  const me = await callGraph({ host, path: `me?fields=${profile.fields}`, token: auth[tokenField] }, tools)
  const id = textOf(me[profile.id])
  if (id === undefined)
    throw new DispatchFailed('providerError', 'Meta does not say whose token it is', { retry: 'later' })
  if (id !== own) throw new DispatchFailed('credentials', `the access token is not that of ${accountField}`)
  return { routingId: textOf(me[profile.shown]) ?? own }
}
