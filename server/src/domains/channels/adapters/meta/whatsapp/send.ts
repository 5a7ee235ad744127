import type {
  AdapterBinding,
  AdapterSendResult,
  AdapterTools,
  ListedTemplate,
  OutboundBubble,
  OutboundSignal,
} from '../../../adapter.ts'
import { type Fields, readFields } from '../../webhook-request.ts'
import { callGraph, requireMessageId, requireNativeBody, toPathSegment } from '../api.ts'
import { readFieldsList, readMetaText } from '../webhook.ts'

export async function send(
  { native, to, channelMessageId }: OutboundBubble,
  binding: AdapterBinding,
  tools: AdapterTools,
): Promise<AdapterSendResult> {
  // Status webhooks return it, even for a message whose response was lost.
  const ours = { biz_opaque_callback_data: channelMessageId }
  const body = { ...requireNativeBody(native), ...product, recipient_type: 'individual', ...recipientOf(to), ...ours }
  const { messages } = await post(body, binding, tools)
  return { channelMessageId: requireMessageId(readFieldsList(messages)[0]?.id) }
}

export async function signal(outgoing: OutboundSignal, binding: AdapterBinding, tools: AdapterTools): Promise<void> {
  const body = signalOf(outgoing)
  if (body) await post(body, binding, tools)
}

const product = { messaging_product: 'whatsapp' }

function post(body: Fields, { auth }: AdapterBinding, tools: AdapterTools): Promise<Fields> {
  return callGraph({ path: `${toPathSegment(auth.phoneNumberId)}/messages`, token: auth.accessToken, body }, tools)
}

/** People who hide their number are addressed by their id, in a separate field. */
function recipientOf(address: string): Fields {
  const [, digits] = /^\+?(\d+)$/.exec(address) ?? []
  return digits ? { to: digits, recipient: undefined } : { to: undefined, recipient: address }
}

/** Both signals must name a message of the person; typing also marks it as read. */
function signalOf({ signal, lastInboundId }: OutboundSignal): Fields | undefined {
  if (lastInboundId === undefined) return undefined
  const read = { ...product, status: 'read', message_id: lastInboundId }
  return signal === 'typing' ? { ...read, typing_indicator: { type: 'text' } } : read
}

/** An account has at most 6,000 templates; more pages than this would only repeat. */
const maxPages = 30
const pageSize = 200

/** https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates */
export async function listTemplates({ auth }: AdapterBinding, tools: AdapterTools): Promise<ListedTemplate[]> {
  const account = toPathSegment(auth.businessAccountId)
  const found: ListedTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ fields: 'name,language,status,category,components', limit: String(pageSize) })
    if (after !== undefined) query.set('after', after)
    const answer = await callGraph({ path: `${account}/message_templates?${query}`, token: auth.accessToken }, tools)
    found.push(...readFieldsList(answer.data).flatMap(toListedTemplate))
    const paging = readFields(answer.paging)
    after = readMetaText(paging.next) === undefined ? undefined : readMetaText(readFields(paging.cursors).after)
    if (after === undefined) break
  }
  return found
}

function toListedTemplate(given: Fields): ListedTemplate[] {
  const [name, language, status] = [given.name, given.language, given.status].map(readMetaText)
  if (name === undefined || language === undefined || status === undefined) return []
  const category = readMetaText(given.category)
  const body = readFieldsList(given.components).find(({ type }) => readMetaText(type)?.toUpperCase() === 'BODY')
  const text = readMetaText(body?.text)
  const variables = new Set(text?.match(/\{\{[^{}]+\}\}/g)).size
  return [{ name, language, status, ...(category && { category }), ...(text && { text, variables }) }]
}
