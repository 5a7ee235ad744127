import type { CatalogEventType } from '../entry.ts'

type Entry = readonly [id: string, name: string, description: string, example: Record<string, unknown>]

/** The values of `event` in A/logs; `example` shows the entry's `data`. */
const entries = [
  ['channel.inbound', 'Inbound event', 'Something arrived from a channel: a message, a tap, a receipt.', { type: 'message', messageId: 'msg_01' }],
  ['channel.rejected', 'Inbound rejected', 'A call from a provider was refused, for example for its signature.', { provider: 'twilio', reason: 'bad signature' }],
  ['channel.binding', 'Binding moved', 'A channel binding changed its status.', { from: 'Requested', to: 'Active' }],
  ['framework.dispatched', 'Turn dispatched', 'An event was handed to the runtime or to the agent’s own webhook.', { to: 'runtime', turnId: 'trn_01' }],
  ['framework.completed', 'Turn completed', 'A turn ended; with its duration and the number of replies.', { turnId: 'trn_01', milliseconds: 840, messages: 2 }],
  ['framework.failed', 'Turn failed', 'A turn ended in an error; the person got the apology of the agent or nothing.', { turnId: 'trn_01', stage: 'compose' }],
  ['webhook.delivered', 'Webhook answered', 'The agent’s own webhook took an event.', { status: 200, milliseconds: 120, attempt: 1 }],
  ['webhook.failed', 'Webhook failed', 'The agent’s own webhook did not take an event; it is tried again.', { status: 503, attempt: 2 }],
  ['session.started', 'Session started', 'The first event of a conversation after 30 idle minutes or ever.', { sessionId: 'ses_01' }],
  ['session.ended', 'Session ended', 'A conversation closed and its summary was written.', { sessionId: 'ses_01', messageCount: 14 }],
  ['compliance.opt_out', 'Opted out', 'A keyword, words of their own or the provider’s own list ended all messages to the person on this channel.', { keyword: 'STOP' }],
  ['compliance.opt_in', 'Opted in again', 'START opened the channel again.', { keyword: 'START' }],
  ['compliance.help', 'Help requested', 'HELP was answered with the contact details of the business.', { keyword: 'HELP' }],
  ['compliance.disclaimer', 'Disclaimer sent', 'The disclaimer at the start of a messaging relationship went out.', { messageId: 'msg_01' }],
  ['playbook.entered', 'Playbook entered', 'Another playbook became active.', { playbookId: 'book-an-appointment', from: 'front-desk', by: 'model' }],
  ['flow.ended', 'Flow ended', 'A flow reached its end with an outcome.', { flowId: 'book-appointment', outcome: 'booked' }],
  ['goal.reached', 'Goal reached', 'The active Goal was reached.', { goalId: 'visit-booked' }],
  ['llm.call', 'Model call', 'A model was asked; with tokens and milliseconds.', { provider: 'embedded', model: 'embedded', inputTokens: 900, outputTokens: 60, milliseconds: 12 }],
  ['llm.error', 'Model error', 'A model could not be reached or gave nothing usable.', { provider: 'openai', status: 500 }],
  ['tool.call', 'Tool call', 'A capability or tool was called and answered.', { tool: 'scheduling.book', milliseconds: 35, ok: true }],
  ['tool.refused', 'Tool call refused', 'A call was not allowed: not in the playbook’s uses, or not configured.', { tool: 'notify.team', reason: 'not configured' }],
  ['tool.error', 'Tool error', 'A tool failed or did not answer in time.', { tool: 'integration:orders', status: 504 }],
  ['knowledge.searched', 'Knowledge searched', 'Facts, passages and Things were looked up for a turn.', { hits: 3 }],
  ['rule.hit', 'Rule hit', 'A rule matched a reply, which was composed again or blocked.', { ruleId: 'no-guarantees', action: 'retry' }],
  ['template.blocked', 'Message template blocked', 'A missing slot blocked a message template.', { templateId: 'welcome', missingSlots: ['person.firstName'] }],
  ['person.saved', 'Person saved', 'The agent wrote fields of the Person.', { fields: ['firstName', 'email'] }],
  ['person.journal', 'Journal written', 'A line was added to the journal of the Person.', { author: 'agent' }],
  ['scheduling.reminded', 'Reminder sent', 'The reminder of an appointment went out.', { appointmentId: 'apt_01', leadMinutes: 1440 }],
  ['notify.sent', 'Team notified', 'The team was alerted by chat or e-mail.', { provider: 'slack' }],
  ['notify.failed', 'Team not notified', 'An alert to the team could not be delivered.', { provider: 'email', status: 401 }],
  ['outreach.sent', 'Opening sent', 'The opening message of an Outreach was handed to the channel.', { outreachId: 'welcome', sendId: 'snd_01' }],
  ['outreach.suppressed', 'Opening not sent', 'An Outreach was not sent, with the reason.', { outreachId: 'welcome', sendId: 'snd_01', reason: 'not_rcs_capable' }],
  ['message.failed', 'Message failed', 'The channel refused a message, or it could not be delivered.', { messageId: 'msg_01', reason: 'windowClosed' }],
] as const satisfies Entry[] // biome-ignore format: one event a line

export type LogEvent = (typeof entries)[number][0]

export const logEvents: CatalogEventType[] = entries.map(([id, name, description, example]) => ({
  id,
  name,
  description,
  example,
}))
