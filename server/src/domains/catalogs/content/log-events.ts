import type { CatalogEventType } from '../entry.ts'

type Entry = readonly [id: string, name: string, description: string, example: Record<string, unknown>]

/** The values of `event` in A/logs; `example` shows the entry's `data`. */
const entries = [
  ['channel.inbound', 'Inbound event', 'Something arrived from a channel: a message, a tap, a receipt.', { type: 'message', messageId: 'msg_01' }],
  ['channel.rejected', 'Inbound rejected', 'A provider’s call was refused, for example because its signature is invalid.', { provider: 'twilio', reason: 'bad signature' }],
  ['channel.binding', 'Binding moved', 'A channel binding changed its status.', { from: 'Requested', to: 'Active' }],
  ['framework.dispatched', 'Turn dispatched', 'An event was dispatched to the runtime or to the agent’s own webhook.', { to: 'runtime', turnId: 'trn_01' }],
  ['framework.completed', 'Turn completed', 'A turn ended. Includes its duration and the number of replies.', { turnId: 'trn_01', milliseconds: 840, messages: 2 }],
  ['framework.failed', 'Turn failed', 'A turn failed; the person received the fallback reply or nothing.', { turnId: 'trn_01', stage: 'compose' }],
  ['webhook.delivered', 'Webhook answered', 'The agent’s own webhook accepted an event.', { status: 200, milliseconds: 120, attempt: 1 }],
  ['webhook.failed', 'Webhook failed', 'The agent’s own webhook did not accept an event; Parley retries it.', { status: 503, attempt: 2 }],
  ['session.started', 'Session started', 'The first event of a conversation, or the first after 30 idle minutes.', { sessionId: 'ses_01' }],
  ['session.ended', 'Session ended', 'A conversation closed and its summary was written.', { sessionId: 'ses_01', messageCount: 14 }],
  ['compliance.opt_out', 'Opted out', 'The person opted out with a keyword, in their own words or through the provider; they receive no messages on this channel.', { keyword: 'STOP' }],
  ['compliance.opt_in', 'Opted in again', 'The person replied START and can receive messages on this channel again.', { keyword: 'START' }],
  ['compliance.help', 'Help requested', 'The person sent HELP and received the contact details of the business.', { keyword: 'HELP' }],
  ['compliance.disclaimer', 'Disclaimer sent', 'The opt-in disclaimer was sent at the start of the messaging relationship.', { messageId: 'msg_01' }],
  ['playbook.entered', 'Playbook entered', 'Another playbook became active.', { playbookId: 'book-an-appointment', from: 'front-desk', by: 'model' }],
  ['flow.ended', 'Flow ended', 'A flow reached its end with an outcome.', { flowId: 'book-appointment', outcome: 'booked' }],
  ['goal.reached', 'Goal reached', 'The active Goal was reached.', { goalId: 'visit-booked' }],
  ['llm.call', 'Model call', 'A language model was called. Includes token counts and the duration in milliseconds.', { provider: 'embedded', model: 'embedded', inputTokens: 900, outputTokens: 60, milliseconds: 12 }],
  ['llm.error', 'Model error', 'A language model was unreachable or returned nothing usable.', { provider: 'openai', status: 500 }],
  ['tool.call', 'Tool call', 'A capability or tool was called and returned a result.', { tool: 'scheduling.book', milliseconds: 35, ok: true }],
  ['tool.refused', 'Tool call refused', 'A call was not allowed: not in the playbook’s uses, or not configured.', { tool: 'notify.team', reason: 'not configured' }],
  ['tool.error', 'Tool error', 'A tool failed or timed out.', { tool: 'integration:orders', status: 504 }],
  ['knowledge.searched', 'Knowledge searched', 'Facts, passages and Things were retrieved for a turn.', { hits: 3 }],
  ['rule.hit', 'Rule hit', 'A rule matched a reply, which was rewritten or blocked.', { ruleId: 'no-guarantees', action: 'retry' }],
  ['template.blocked', 'Message template blocked', 'A message template was not sent because a slot has no value.', { templateId: 'welcome', missingSlots: ['person.firstName'] }],
  ['person.saved', 'Person saved', 'The agent updated fields of the Person.', { fields: ['firstName', 'email'] }],
  ['person.journal', 'Journal written', 'An entry was added to the Person’s journal.', { author: 'agent' }],
  ['scheduling.reminded', 'Reminder sent', 'An appointment reminder was sent.', { appointmentId: 'apt_01', leadMinutes: 1440 }],
  ['notify.sent', 'Team notified', 'The team was notified by chat or email.', { provider: 'slack' }],
  ['notify.failed', 'Team not notified', 'A notification to the team could not be delivered.', { provider: 'email', status: 401 }],
  ['outreach.sent', 'Opening sent', 'The opener of an Outreach was dispatched to the channel.', { outreachId: 'welcome', sendId: 'snd_01' }],
  ['outreach.suppressed', 'Opener not sent', 'An Outreach was not sent; `reason` says why.', { outreachId: 'welcome', sendId: 'snd_01', reason: 'not_rcs_capable' }],
  ['message.failed', 'Message failed', 'The channel rejected a message or could not deliver it.', { messageId: 'msg_01', reason: 'windowClosed' }],
  ['message.undelivered', 'Message not delivered in time', 'A message was not reported as delivered in time and moved to the next channel.', { messageId: 'msg_01', from: 'rcs', to: 'sms' }],
] as const satisfies Entry[] // biome-ignore format: one event per line

export type LogEvent = (typeof entries)[number][0]

export const logEvents: CatalogEventType[] = entries.map(([id, name, description, example]) => ({
  id,
  name,
  description,
  example,
}))
