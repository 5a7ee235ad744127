import type { AdapterBinding, Inbound, InboundContent, ReceiptState } from '../../../adapter.ts'
import { type Fields, readFields } from '../../payload-reader.ts'
import { classifyMetaError, describeMetaError } from '../errors.ts'
import { readFieldsList, readMetaText, readMetaTime } from '../payload-reader.ts'
import { createMetaParser } from '../webhook.ts'
import { readWhatsappContent } from './content.ts'

export const parse = createMetaParser('whatsapp_business_account', (entries, { auth }) =>
  entries
    .flatMap(({ changes }) => readFieldsList(changes))
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => readFields(value))
    .filter((value) => isForNumber(value, auth))
    .flatMap((value) => [...messagesIn(value), ...receiptsIn(value)]),
)

/** One webhook may serve all numbers of an account. */
function isForNumber({ metadata }: Fields, { phoneNumberId }: AdapterBinding['auth']): boolean {
  return phoneNumberId !== undefined && readMetaText(readFields(metadata).phone_number_id) === phoneNumberId.trim()
}

function messagesIn({ messages, contacts }: Fields): Inbound[] {
  const known = readFieldsList(contacts)
  return readFieldsList(messages).flatMap((message) => messageOf(message, known) ?? [])
}

function messageOf(message: Fields, contacts: Fields[]): InboundContent | undefined {
  const [id, from, at] = [readMetaText(message.id), addressOf(message), readMetaTime(message.timestamp)]
  // A group is no conversation with one person.
  if (id === undefined || from === undefined || readMetaText(message.group_id) !== undefined) return undefined
  const content = readWhatsappContent(message)
  const name = nameOf(message, contacts)
  return content && { kind: 'content', id, from, ...(at && { at }), content, ...(name && { profile: { name } }) }
}

/** A number, or for those who show none the id that they have towards this business, for example `US.1349…`. */
function addressOf({ from, from_user_id }: Fields): string | undefined {
  const address = readMetaText(from) ?? readMetaText(from_user_id)
  return address && /^\d+$/.test(address) ? `+${address}` : address
}

function nameOf({ from, from_user_id }: Fields, contacts: Fields[]): string | undefined {
  const isSender = ({ wa_id, user_id }: Fields) =>
    (from !== undefined && wa_id === from) || (from_user_id !== undefined && user_id === from_user_id)
  return readMetaText(readFields(contacts.find(isSender)?.profile).name)
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
  return readFieldsList(statuses).flatMap((status) => {
    const [channelMessageId, state, at] = [
      readMetaText(status.id),
      states.get(status.status),
      readMetaTime(status.timestamp),
    ]
    if (channelMessageId === undefined || state === undefined) return []
    const why = state === 'failed' ? readFailure(status) : {}
    const ourId = readMetaText(status.biz_opaque_callback_data)
    return [{ kind: 'receipt', channelMessageId, ...(ourId && { ourId }), state, ...(at && { at }), ...why }]
  })
}

function readFailure({ errors }: Fields): Pick<ReceiptState, 'reason' | 'detail'> {
  const [error = {}] = readFieldsList(errors)
  return { reason: classifyMetaError(error)?.reason ?? 'rejected', detail: `Meta: ${describeMetaError(error)}` }
}
