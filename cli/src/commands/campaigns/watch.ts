import type { AgentClient } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, type ExitCode, exitCodes } from '../../exit.ts'
import { followProgress } from '../../progress/follow-progress.ts'
import { createProgressDisplay } from '../../progress/progress-display.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'
import { campaignArgument } from './argument.ts'
import { type Campaign, formatCounts, isCampaignFinished } from './campaign.ts'
import { createCampaignProgress } from './campaign-progress.ts'

export const watchCampaignCommand = defineCommand({
  name: 'watch',
  summary: 'follow a campaign until it has ended',
  about: `follows a campaign until it has ended: how many it has reached, how fast it is, how long it
takes. Parley may be away for two minutes meanwhile. With --json each state is a line of its own.`,
  args: [campaignArgument],
  options: agentOptions,
  exitDescriptions: {
    0: 'it has completed',
    1: 'it has failed, or was cancelled',
    3: 'it could not be watched to its end',
    130: 'by Ctrl-C; the campaign goes on',
  },
  examples: [
    ['parley campaigns watch cmp_01', 'a bar, until it has ended'],
    ['parley campaigns watch cmp_01 --json | jq -c .counts', 'the counts, whenever they have changed'],
  ],
  next: ['`parley campaigns pause ID` stops it at once, `parley campaigns resume ID` goes on where it stopped'],
  async run({ options, args: [id = ''], ...call }) {
    const { client } = await connectToAgent(options, call.io)
    return watchCampaign(client, id, call)
  },
})

export type WatchContext = Pick<CommandCall, 'io' | 'print' | 'paint' | 'json'>

/** Shows the progress of a campaign until it ends; returns the exit code. */
export async function watchCampaign(
  client: AgentClient,
  campaignId: string,
  { io, print, json, paint }: WatchContext,
): Promise<ExitCode> {
  const request = { path: { campaignId }, signal: io.interrupted }
  const followed = {
    events: () => client.events('/campaigns/{campaignId}/progress', request),
    poll: () => client.get('/campaigns/{campaignId}', request),
    isOver: isCampaignFinished,
    signal: io.interrupted,
  }
  const show = createProgressDisplay(io, print, createCampaignProgress())
  let last: Campaign | undefined
  try {
    for await (const campaign of followProgress<Campaign>(followed, io)) {
      if (JSON.stringify(campaign) !== JSON.stringify(last)) json(campaign)
      last = campaign
      if (!isCampaignFinished(campaign)) show.update(campaign)
    }
  } finally {
    show.end()
  }
  if (!last || !isCampaignFinished(last)) {
    throw new CommandError(
      exitCodes.interrupted,
      `Stopped: campaign ${toPrintable(campaignId)} goes on without being watched`,
    )
  }
  print(formatEnd(last, paint))
  return last.status === 'completed' ? exitCodes.passed : exitCodes.failed
}

function formatEnd(campaign: Campaign, paint: Paint): string {
  const { id, status, detail } = campaign
  const word = paint(status === 'completed' ? 'green' : 'red', status.toUpperCase())
  return `${word}  ${formatCounts(campaign)}${detail ? ` (${toPrintable(detail)})` : ''}  ${toPrintable(id)}`
}
