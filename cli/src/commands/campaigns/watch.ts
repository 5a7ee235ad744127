import type { AgentClient } from '@parley/sdk'
import { type Call, command } from '../../command.ts'
import { toAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { Ending, type Exit, exits } from '../../exit.ts'
import { follow } from '../../progress/follow.ts'
import { showOn } from '../../progress/show.ts'
import type { Paint } from '../../text/paint.ts'
import { plain } from '../../text/plain.ts'
import { campaignArgument } from './argument.ts'
import { type Campaign, countsLine, isOver } from './campaign.ts'
import { campaignDrawing } from './progress.ts'

export const watchCommand = command({
  name: 'watch',
  summary: 'follow a campaign until it has ended',
  about: `follows a campaign until it has ended: how many it has reached, how fast it is, how long it
takes. Parley may be away for two minutes meanwhile. With --json each state is a line of its own.`,
  args: [campaignArgument],
  options: agentOptions,
  ends: {
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
    const { at } = await toAgent(options, call.io)
    return watched(at, id, call)
  },
})

export type Watching = Pick<Call, 'io' | 'say' | 'paint' | 'json'>

/** Shows a campaign until it has ended; answers what that means for whoever waits. */
export async function watched(at: AgentClient, campaignId: string, { io, say, json, paint }: Watching): Promise<Exit> {
  const asked = { path: { campaignId }, signal: io.interrupted }
  const followed = {
    events: () => at.events('/campaigns/{campaignId}/progress', asked),
    ask: () => at.get('/campaigns/{campaignId}', asked),
    isOver,
    signal: io.interrupted,
  }
  const show = showOn(io, say, campaignDrawing())
  let last: Campaign | undefined
  try {
    for await (const campaign of follow<Campaign>(followed, io)) {
      if (JSON.stringify(campaign) !== JSON.stringify(last)) json(campaign)
      last = campaign
      if (!isOver(campaign)) show.seen(campaign)
    }
  } finally {
    show.end()
  }
  if (!last || !isOver(last)) {
    throw new Ending(exits.interrupted, `Stopped: campaign ${plain(campaignId)} goes on without being watched`)
  }
  say(endLine(last, paint))
  return last.status === 'completed' ? exits.passed : exits.failed
}

function endLine(campaign: Campaign, paint: Paint): string {
  const { id, status, detail } = campaign
  const word = paint(status === 'completed' ? 'green' : 'red', status.toUpperCase())
  return `${word}  ${countsLine(campaign)}${detail ? ` (${plain(detail)})` : ''}  ${plain(id)}`
}
