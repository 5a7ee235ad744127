import type { Adapter } from '../../adapter.ts'
import { callSlack } from './api.ts'
import { openMedia } from './files.ts'
import { send } from './send.ts'

import { parse, verify } from './webhook.ts'

/** An app in a Slack workspace: the Events API and interactivity in, the Web API out. A person's address is their user id. */
export const slackAdapter: Adapter = {
  provider: 'slack',
  channel: 'workchatD',
  // A bot's message has no id of our choosing.
  ignoresRepeats: false,
  acceptsClientIds: false,
  // A second in each channel, and some hundreds a minute in the workspace.
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
