import { sendGuard } from '../guards/send-outreach.ts'
import { startGuard } from '../guards/start-campaign.ts'
import type { McpTool } from '../tool.ts'

const campaignId = 'From list_campaigns.'

export const outreachTools: McpTool[] = [
  {
    name: 'send_outreach',
    title: 'Send an Outreach to one person',
    description:
      'Writes to one person first, by an Outreach of the agent. Without dryRun: false nothing is sent: the call shows who would get it, or why not, and answers a word for confirm. The same Outreach goes to a person once a day at most.',
    route: 'POST A/outreach/:outreachId/sends',
    omittedArguments: ['idempotencyKey', 'source'],
    descriptions: {
      outreachId: 'From read_section with section outreach.',
      dryRun: 'True unless said. False sends, and needs the word that the dry run has answered.',
    },
    hints: { openWorldHint: true, idempotentHint: true },
    guard: sendGuard,
  },
  {
    name: 'list_sends',
    title: 'List sends',
    description: 'Lists what was sent by Outreaches, newest first, with state and delivery, and why a send failed.',
    route: 'GET A/outreach/sends',
  },
  {
    name: 'list_campaigns',
    title: 'List campaigns',
    description: 'Lists the campaigns of the agent, newest first, with status and counts.',
    route: 'GET A/campaigns',
  },
  {
    name: 'read_campaign',
    title: 'Read a campaign',
    description: 'Reads a campaign: as it is, or what became of it.',
    route: {
      argument: 'view',
      description: 'campaign: status, counts, why it waits; report: what became of it.',
      routes: { campaign: 'GET A/campaigns/:campaignId', report: 'GET A/campaigns/:campaignId/report' },
    },
    descriptions: { campaignId },
  },
  {
    name: 'stage_campaign',
    title: 'Stage a campaign',
    description: 'Takes down whom a campaign goes to, whom it does not, and why. Nothing is sent yet.',
    route: 'POST A/campaigns/:campaignId/stage',
    descriptions: { campaignId },
  },
  {
    name: 'start_campaign',
    title: 'Start a campaign',
    description:
      'Starts a staged campaign: people are written to. The first call sends nothing: it shows to how many it goes, and answers a word for confirm.',
    route: 'POST A/campaigns/:campaignId/start',
    descriptions: { campaignId },
    hints: { openWorldHint: true, destructiveHint: true, idempotentHint: true },
    guard: startGuard,
  },
  {
    name: 'pause_campaign',
    title: 'Pause a campaign',
    description: 'Pauses a running campaign: nothing more is sent until it is resumed.',
    route: 'POST A/campaigns/:campaignId/pause',
    descriptions: { campaignId },
    hints: { idempotentHint: true },
  },
  {
    name: 'resume_campaign',
    title: 'Resume a campaign',
    description: 'Resumes a paused campaign where it stopped: people are written to again. Ask the user first.',
    route: 'POST A/campaigns/:campaignId/resume',
    descriptions: { campaignId },
    hints: { openWorldHint: true, idempotentHint: true },
  },
  {
    name: 'cancel_campaign',
    title: 'Cancel a campaign',
    description: 'Cancels a campaign for good: what was not sent never is. Ask the user first.',
    route: 'POST A/campaigns/:campaignId/cancel',
    descriptions: { campaignId },
    hints: { destructiveHint: true, idempotentHint: true },
  },
]
