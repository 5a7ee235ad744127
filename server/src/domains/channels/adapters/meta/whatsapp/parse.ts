import type { Bound, Inbound, InboundContent, ReceiptState } from '../../../adapter.ts'
import { type Fields, fieldsOf } from '../../read.ts'
import { verdictOf, wordsOf } from '../errors.ts'
import { listOf, textOf, timeOf } from '../json.ts'
import { parserOf } from '../webhook.ts'
import { contentOf } from './content.ts'

export const parse = parserOf('whatsapp_business_account', (entries, { auth }) =>
  entries
    .flatMap(({ changes }) => listOf(changes))
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => fieldsOf(value))
    .filter((value) => isOfNumber(value, auth))
    .flatMap((value) => [...messagesIn(value), ...receiptsIn(value)]),
)

/** One webhook may serve all numbers of an account. */
function isOfNumber({ metadata }: Fields, { phoneNumberId }: Bound['auth']): boolean {
  return phoneNumberId !== undefined && textOf(fieldsOf(metadata).phone_number_id) === phoneNumberId.trim()
}

function messagesIn({ messages, contacts }: Fields): Inbound[] {
  const known = listOf(contacts)
  return listOf(messages).flatMap((message) => messageOf(message, known) ?? [])
}

function messageOf(message: Fields, contacts: Fields[]): InboundContent | undefined {
  const [id, from, at] = [textOf(message.id), addressOf(message), timeOf(message.timestamp)]
  // A group is no conversation with one person.
  if (id === undefined || from === undefined || textOf(message.group_id) !== undefined) return undefined
  const content = contentOf(message)
  const name = nameOf(message, contacts)
  return content && { kind: 'content', id, from, ...(at && { at }), content, ...(name && { profile: { name } }) }
}

/** A number, or for those who show none the id that they have towards this business, for example `US.1349…`. */
function addressOf({ from, from_user_id }: Fields): string | undefined {
  const address = textOf(from) ?? textOf(from_user_id)
  return address && /^\d+$/.test(address) ? `+${address}` : address
}

function nameOf({ from, from_user_id }: Fields, contacts: Fields[]): string | undefined {
  const isSender = ({ wa_id, user_id }: Fields) =>
    (from !== undefined && wa_id === from) || (from_user_id !== undefined && user_id === from_user_id)
  return textOf(fieldsOf(contacts.find(isSender)?.profile).name)
}

/** Others, such as `deleted`, tell nothing that an agent hears of. A voice message that was played was read. */
const states = new Map<unknown, ReceiptState['state']>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
  ['failed', 'failed'],
])

function receiptsIn({ statuses }: Fields): Inbound[] {
  return listOf(statuses).flatMap((status) => {
    const [channelMessageId, state, at] = [textOf(status.id), states.get(status.status), timeOf(status.timestamp)]
    if (channelMessageId === undefined || state === undefined) return []
    const why = state === 'failed' ? whyFailed(status) : {}
    const ourId = textOf(status.biz_opaque_callback_data)
    return [{ kind: 'receipt', channelMessageId, ...(ourId && { ourId }), state, ...(at && { at }), ...why }]
  })
}

function whyFailed({ errors }: Fields): Pick<ReceiptState, 'reason' | 'detail'> {
  const [error = {}] = listOf(errors)
  return { reason: verdictOf(error)?.reason ?? 'rejected', detail: `Meta: ${wordsOf(error)}` }
}
