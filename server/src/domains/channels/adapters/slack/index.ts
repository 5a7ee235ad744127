import type { Adapter } from '../../adapter.ts'
import { callSlack } from './api.ts'

import { send } from './send.ts'

import { openMedia, parse, verify } from './webhook.ts'

/**
 * An app in a Slack workspace: the Events API and interactivity inbound, the Web API outbound. A person's address is
 * their user id.
 */
export const slackAdapter: Adapter = {
  provider: 'slack',
  channel: 'workchatD',
  // A bot cannot choose its message ids.
  ignoresRepeats: false,
  acceptsClientIds: false,
  // Slack allows one message a second per channel, and some hundreds a minute per workspace.
  batchPerSecond: 3,
  verify,
  parse,
  send,
  async check(binding, tools) {
    const identity = (await callSlack('auth.test', {}, binding, tools)) as { team_id?: unknown; bot_id?: unknown }
    return { routingId: `${identity.team_id}/${identity.bot_id}` }
  },
  openMedia,
}
