import { sendGuard } from '../guards/send-outreach.ts'
import { startGuard } from '../guards/start-campaign.ts'
import type { McpTool } from '../tool.ts'

const campaignId = 'From list_campaigns.'
const sequenceId = 'From list_sequences.'

export const outreachTools: McpTool[] = [
  {
    name: 'send_outreach',
    title: 'Send an Outreach to one person',
    description:
      'Sends one person a message, using an Outreach of the agent. Unless dryRun is false, nothing is sent: the call shows who would receive it, or why not, and returns a word for confirm. The same Outreach goes to a person at most once a day.',
    route: 'POST A/outreach/:outreachId/sends',
    omittedArguments: ['idempotencyKey', 'source'],
    descriptions: {
      outreachId: 'From read_section with section outreach.',
      dryRun: 'Default: true. False sends, and needs the word that the dry run returned.',
    },
    hints: { openWorldHint: true, idempotentHint: true },
    guard: sendGuard,
  },
  {
    name: 'list_sends',
    title: 'List sends',
    description: 'Lists the sends of Outreaches, newest first, with state and delivery, and why a send failed.',
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
    description: 'Reads a campaign: its current state, or its results.',
    route: {
      argument: 'view',
      description: 'campaign: status, counts, why it waits; report: the results.',
      routes: { campaign: 'GET A/campaigns/:campaignId', report: 'GET A/campaigns/:campaignId/report' },
    },
    descriptions: { campaignId },
  },
  {
    name: 'stage_campaign',
    title: 'Stage a campaign',
    description: 'Records who receives a campaign, who does not, and why. Nothing is sent yet.',
    route: 'POST A/campaigns/:campaignId/stage',
    descriptions: { campaignId },
  },
  {
    name: 'test_campaign',
    title: "Send a test of a campaign's opener",
    description:
      'Sends the opener of a campaign, or of one of its variants, to one recipient now, usually the user. Ask the user for the recipient first.',
    route: 'POST A/campaigns/:campaignId/test-send',
    descriptions: { campaignId },
    hints: { openWorldHint: true },
  },
  {
    name: 'start_campaign',
    title: 'Start a campaign',
    description:
      'Starts a staged campaign: people receive messages. The first call sends nothing: it shows how many people would receive it, and returns a word for confirm.',
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
    description: 'Resumes a paused campaign where it stopped: people receive messages again. Ask the user first.',
    route: 'POST A/campaigns/:campaignId/resume',
    descriptions: { campaignId },
    hints: { openWorldHint: true, idempotentHint: true },
  },
  {
    name: 'cancel_campaign',
    title: 'Cancel a campaign',
    description: 'Cancels a campaign permanently: unsent messages are never sent. Ask the user first.',
    route: 'POST A/campaigns/:campaignId/cancel',
    descriptions: { campaignId },
    hints: { destructiveHint: true, idempotentHint: true },
  },
  {
    name: 'choose_campaign_variant',
    title: 'Choose a variant of a campaign',
    description: 'Sends the rest of a campaign with one of its variants; read_campaign with view report compares them.',
    route: 'POST A/campaigns/:campaignId/choose-variant',
    descriptions: { campaignId },
    hints: { idempotentHint: true },
  },
  {
    name: 'list_sequences',
    title: 'List sequences',
    description: 'Lists the sequences of the agent: several Outreaches to one person, one after the other.',
    route: 'GET A/sequences',
  },
  {
    name: 'read_sequence',
    title: 'Read a sequence',
    description: 'Reads a sequence or its results.',
    route: {
      argument: 'view',
      description: 'sequence: its steps; report: people by step, and why they left.',
      routes: { sequence: 'GET A/sequences/:sequenceId', report: 'GET A/sequences/:sequenceId/report' },
    },
    descriptions: { sequenceId },
  },
  {
    name: 'list_enrollments',
    title: 'List the people of a sequence',
    description: 'Lists who is in a sequence, with their state and next step.',
    route: 'GET A/sequences/:sequenceId/enrollments',
    descriptions: { sequenceId },
  },
  {
    name: 'stop_enrollment',
    title: 'Stop the sequence for a person',
    description: 'Ends the enrollment of a person in a sequence: no further step is sent.',
    route: 'POST A/sequences/:sequenceId/enrollments/:personId/_stop',
    descriptions: { sequenceId },
    hints: { idempotentHint: true },
  },
]
