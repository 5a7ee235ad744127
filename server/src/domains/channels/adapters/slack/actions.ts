import { z } from 'zod'
import type { InboundContent, InboundContentBody, ParsedCall } from '../../adapter.ts'
import { ProviderId, ProviderText } from '../schemas.ts'
import { formatSlackConversationId, parseSlackTime } from './conversation.ts'

const Label = z.object({ text: ProviderText }).optional().catch(undefined)
const Option = z.object({ value: ProviderText, text: Label })

const Action = z.object({
  action_id: ProviderId,
  action_ts: ProviderId,
  value: ProviderText.optional(),
  text: Label,
  selected_option: Option.nullish(),
  selected_options: z.array(Option).optional(),
})
type Action = z.infer<typeof Action>

const BlockActions = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: ProviderId }),
  container: z.object({ message_ts: ProviderId, channel_id: ProviderId, thread_ts: ProviderId.optional() }),
  actions: z.array(z.unknown()),
})
type BlockActions = z.infer<typeof BlockActions>

/** A tap on a button of ours, or a row picked from a select. */
export function parseActions(payload: unknown): ParsedCall {
  const { data } = BlockActions.safeParse(payload)
  if (!data) return { inbounds: [] }
  return { inbounds: data.actions.flatMap((action) => toActionInbounds(data, Action.safeParse(action).data)) }
}

function toActionInbounds({ user, container }: BlockActions, action: Action | undefined): InboundContent[] {
  const content = action && tapOf(action)
  if (!content) return []
  const { message_ts, channel_id: channel, thread_ts: threadTs } = container
  return [
    {
      kind: 'content',
      id: [channel, message_ts, action.action_id, action.action_ts].join('/'),
      from: user.id,
      conversationId: formatSlackConversationId({ channel, threadTs }),
      at: parseSlackTime(action.action_ts),
      content,
    },
  ]
}

function tapOf({ value, text, selected_option, selected_options }: Action): InboundContentBody | undefined {
  const [first, ...others] = selected_option ? [selected_option] : (selected_options ?? [])
  if (first) {
    const also = others.map((option) => option.value)
    const label = first.text?.text
    return { type: 'tap', postback: first.value, label, picked: true, ...(also.length > 0 && { also }) }
  }
  return value === undefined ? undefined : { type: 'tap', postback: value, label: text?.text }
}
