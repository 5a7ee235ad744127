import { type AdapterBinding, DispatchFailedError, type OutboundBubble } from '../../adapter.ts'
import { readFields } from '../payload-reader.ts'
import { messageParameter } from './webhook.ts'

/** What a message says, in the fields of Twilio's form. */
export type TwilioContent = Readonly<Record<string, unknown>>

/** The form of one message. Who sends it, to whom, and where its statuses go is ours to say, whatever `content` holds. */
export function buildTwilioForm(
  content: TwilioContent,
  to: string,
  { binding, id }: { binding: AdapterBinding; id: string },
): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(content)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null)
        form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
  for (const name of ['From', 'MessagingServiceSid']) form.delete(name)
  form.set('To', to)
  form.set(...resolveSender(binding))
  form.set('StatusCallback', `${binding.callbackUrl}?${new URLSearchParams({ [messageParameter]: id })}`)
  return form
}

/** The messaging service where there is one: it knows which of its numbers the person has heard from. */
export function resolveSender({ auth }: AdapterBinding): ['MessagingServiceSid' | 'From', string] {
  if (auth.messagingServiceSid) return ['MessagingServiceSid', auth.messagingServiceSid]
  if (auth.from) return ['From', auth.from]
  throw new DispatchFailedError('credentials', 'Neither a sender number nor a messaging service is set')
}

const contentFields = ['Body', 'MediaUrl', 'ContentSid']

/** A body in Twilio's own words; where it says nothing, what a person would read of it. */
export function resolveTwilioContent({ native, text }: Pick<OutboundBubble, 'native' | 'text'>): TwilioContent {
  const content = readFields(native)
  if (contentFields.some((name) => content[name] !== undefined && content[name] !== '')) return content
  if (text !== '') return { Body: text }
  throw new DispatchFailedError('rejected', 'The message says nothing that Twilio could send')
}
