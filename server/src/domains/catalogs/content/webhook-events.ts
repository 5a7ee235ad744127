import type { CatalogEventType } from '../entry.ts'

const orgId = 'demo'
const at = '2030-01-31T09:00:00.000Z'

/** Wraps `data` in the delivery envelope `{ id, type, timestamp, orgId, data }`. */
const delivery = (type: string, data: Record<string, unknown>) => ({ id: 'evt_01', type, timestamp: at, orgId, data })

const appointment = {
  agentId: 'front-desk',
  personId: 'per_01',
  appointmentId: 'apt_01',
  representativeId: 'robin',
}

const entries: [id: string, name: string, description: string, data: Record<string, unknown>][] = [
  ['agent.created', 'Agent created', 'An agent was created.', { agentId: 'front-desk', name: 'Front desk' }],
  [
    'agent.updated',
    'Agent updated',
    'The configuration of an agent changed; `sections` lists the changed sections.',
    { agentId: 'front-desk', version: 7, sections: ['playbooks'] },
  ],
  [
    'agent.published',
    'Agent published',
    'A draft was published: live took over its changes as one version.',
    { agentId: 'front-desk', version: 8, draftId: 'dft_01', label: 'Summer hours' },
  ],
  [
    'agent.restored',
    'Agent restored',
    'An earlier version was restored as a new one.',
    { agentId: 'front-desk', version: 9, restoredFrom: 7 },
  ],
  [
    'replay.completed',
    'Replay completed',
    'Every conversation of a replay has a verdict, or the replay failed.',
    {
      agentId: 'front-desk',
      replayId: 'rpl_01',
      status: 'completed',
      conversations: 100,
      turns: 340,
      same: 93,
      changed: 6,
      errors: 1,
    },
  ],
  ['agent.deleted', 'Agent deleted', 'An agent and everything it owned was deleted.', { agentId: 'front-desk' }],
  [
    'channel.status_changed',
    'Channel status changed',
    'The status of a channel binding changed, for example to Active or ActionRequired.',
    { agentId: 'front-desk', bindingId: 'chn_01', channel: 'rcs', from: 'Provisioning', to: 'Active' },
  ],
  [
    'person.created',
    'Person created',
    'A Person was added by an operator, an import, a send or a first message.',
    { agentId: 'front-desk', personId: 'per_01' },
  ],
  [
    'person.updated',
    'Person updated',
    'Fields of a Person changed; `changed` lists them, and `status` has the old and the new status.',
    {
      agentId: 'front-desk',
      personId: 'per_01',
      changed: ['email', 'status'],
      status: { from: 'new', to: 'contacted' },
    },
  ],
  [
    'person.deleted',
    'Person deleted',
    'A Person was erased with their messages and journal, or merged into the Person in `mergedInto`.',
    { agentId: 'front-desk', personId: 'per_01' },
  ],
  [
    'person.consent_changed',
    'Consent changed',
    'Consent was granted, denied or reset to unknown.',
    { agentId: 'front-desk', personId: 'per_01', status: { from: 'unknown', to: 'granted' } },
  ],
  [
    'appointment.booked',
    'Appointment booked',
    'The agent or an operator booked an appointment.',
    { ...appointment, startUtc: at },
  ],
  [
    'appointment.rescheduled',
    'Appointment rescheduled',
    'An appointment moved to another time.',
    { ...appointment, startUtc: '2030-02-01T09:00:00.000Z', from: at },
  ],
  ['appointment.cancelled', 'Appointment cancelled', 'An appointment was canceled.', { ...appointment, startUtc: at }],
  [
    'appointment.updated',
    'Appointment updated',
    'The notes or the time zone of an appointment changed; `changed` lists the changed fields.',
    { ...appointment, changed: ['notes'] },
  ],
  [
    'outreach.send.updated',
    'Outreach send updated',
    'The state of a send changed, or the person replied to it.',
    {
      agentId: 'front-desk',
      sendId: 'snd_01',
      outreachId: 'welcome',
      origin: 'named',
      personId: 'per_01',
      state: 'sent',
      responded: true,
    },
  ],
  [
    'campaign.status_changed',
    'Campaign status changed',
    'A campaign was staged, returned to draft by an edit, started, paused, resumed, canceled or completed, or it failed.',
    {
      agentId: 'front-desk',
      campaignId: 'cmp_01',
      outreachId: 'welcome',
      status: 'completed',
      previousStatus: 'running',
    },
  ],
  [
    'test.run.completed',
    'Test run completed',
    'Every case of a test run has a verdict.',
    {
      agentId: 'front-desk',
      runId: 'run_01',
      status: 'completed',
      counts: { total: 12, passed: 11, failed: 1, errored: 0, skipped: 0 },
    },
  ],
  [
    'goal.reached',
    'Goal reached',
    'The active Goal of a conversation was reached.',
    {
      agentId: 'front-desk',
      goalId: 'visit-booked',
      personId: 'per_01',
      userId: 'usr_01',
      sessionId: 'ses_01',
      channel: 'rcs',
    },
  ],
  [
    'link.tapped',
    'Link tapped',
    'A person tapped a link of an opener or follow-up for the first time; needs trackLinks. The address is without its query.',
    {
      agentId: 'front-desk',
      sendId: 'snd_01',
      outreachId: 'spring-visit',
      personId: 'per_01',
      userId: 'usr_01',
      channel: 'rcs',
      url: 'https://example.com/offer',
    },
  ],
  [
    'conversation.started',
    'Conversation started',
    'The first message of a conversation, from either side.',
    { agentId: 'front-desk', userId: 'usr_01', sessionId: 'ses_01', channel: 'rcs', initiatedBy: 'user' },
  ],
  [
    'conversation.ended',
    'Conversation ended',
    'A conversation closed after 30 idle minutes.',
    { agentId: 'front-desk', userId: 'usr_01', sessionId: 'ses_01', channel: 'rcs', messageCount: 14 },
  ],
  [
    'desk.waiting',
    'Waiting at the desk',
    'A person waits for a member of the team.',
    { agentId: 'front-desk', userId: 'usr_01', personId: 'per_01', sessionId: 'ses_01', channel: 'rcs' },
  ],
  [
    'desk.taken',
    'Taken at the desk',
    'A member took a conversation, or was assigned one, and holds it; the agent is silent.',
    {
      agentId: 'front-desk',
      userId: 'usr_01',
      personId: 'per_01',
      sessionId: 'ses_01',
      channel: 'rcs',
      assignee: 'user_01',
      by: 'user_01',
    },
  ],
  [
    'desk.returned',
    'Returned to the agent',
    'A conversation returned to the agent: by a member, who is `by`, or by itself.',
    { agentId: 'front-desk', userId: 'usr_01', personId: 'per_01', sessionId: 'ses_01', channel: 'rcs', by: 'user_01' },
  ],
  [
    'desk.closed',
    'Closed at the desk',
    'A member closed a conversation.',
    { agentId: 'front-desk', userId: 'usr_01', personId: 'per_01', sessionId: 'ses_01', channel: 'rcs', by: 'user_01' },
  ],
  [
    'connection.status_changed',
    'Connection status changed',
    "A connected account, or that of an agent's tool, expired, was revoked, failed, or works again.",
    { connectionId: 'con_01', provider: 'google', status: 'expired', previousStatus: 'connected' },
  ],
  [
    'budget.threshold_reached',
    'Budget threshold reached',
    "An agent's models have cost 80 % or 100 % of its budget. Once per period and threshold.",
    {
      agentId: 'front-desk',
      threshold: 80,
      amount: 20,
      spent: 16.2,
      currency: 'USD',
      per: 'month',
      resetsAt: '2030-02-01T00:00:00.000Z',
    },
  ],
  [
    'api_key.created',
    'API key created',
    'An admin created an API key; the event never contains the key itself.',
    { keyId: 'key_01', name: 'CI', scopes: ['agents:read', 'catalogs:read'] },
  ],
  [
    'api_key.revoked',
    'API key revoked',
    'An API key was revoked and no longer works.',
    { keyId: 'key_01', name: 'CI' },
  ],
  [
    'webhook.deactivated',
    'Webhook deactivated',
    'A webhook of the org was deactivated: it failed for 5 days (`failing`), or its endpoint returned 410 (`gone`).',
    { webhookId: 'whk_01', reason: 'failing', failingSince: at },
  ],
  [
    'webhook.test',
    'Webhook test',
    'Someone tests a webhook. Sent only to that webhook, whether or not it subscribes to the event.',
    { webhookId: 'whk_01' },
  ],
]

export const webhookEvents: CatalogEventType[] = entries.map(([id, name, description, data]) => ({
  id,
  name,
  description,
  example: delivery(id, data),
}))
