import { type Bound, DispatchFailed, type Outgoing } from '../../adapter.ts'
import { fieldsOf } from '../read.ts'
import { messageParameter } from './webhook.ts'

/** What a message says, in the fields of Twilio's form. */
export type TwilioContent = Readonly<Record<string, unknown>>

/** The form of one message. Who sends it, to whom, and where its statuses go is ours to say, whatever `content` holds. */
export function formOf(
  content: TwilioContent,
  to: string,
  { binding, id }: { binding: Bound; id: string },
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
  form.set(...senderOf(binding))
  form.set('StatusCallback', `${binding.callbackUrl}?${new URLSearchParams({ [messageParameter]: id })}`)
  return form
}

/** The messaging service where there is one: it knows which of its numbers the person has heard from. */
export function senderOf({ auth }: Bound): ['MessagingServiceSid' | 'From', string] {
  if (auth.messagingServiceSid) return ['MessagingServiceSid', auth.messagingServiceSid]
  if (auth.from) return ['From', auth.from]
  throw new DispatchFailed('credentials', 'Neither a sender number nor a messaging service is set')
}

const says = ['Body', 'MediaUrl', 'ContentSid']

/** A body in Twilio's own words; where it says nothing, what a person would read of it. */
export function contentOf({ native, text }: Pick<Outgoing, 'native' | 'text'>): TwilioContent {
  const content = fieldsOf(native)
  if (says.some((name) => content[name] !== undefined && content[name] !== '')) return content
  if (text !== '') return { Body: text }
  throw new DispatchFailed('rejected', 'The message says nothing that Twilio could send')
}
