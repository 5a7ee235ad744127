import type { AgentClient } from '@parley/sdk'
import { type CommandCall, defineCommand } from '../../command.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { CommandError, type ExitCode, exitCodes } from '../../exit.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { followProgress } from '../../progress/follow-progress.ts'
import { createProgressDisplay, type ProgressFormat } from '../../progress/progress-display.ts'
import type { Paint } from '../../text/paint.ts'
import { formatSeconds, toPrintable } from '../../text/printable.ts'
import {
  type Campaign,
  campaignArgument,
  countDone,
  describeCampaignWait,
  formatCounts,
  isCampaignFinished,
} from './campaign.ts'

type RateMeter = { record(done: number, atSeconds: number): void; perSecond(): number | undefined }

const windowSeconds = 30
/** No rate is reported before this many seconds have been observed. */
const soonestSeconds = 3

export function createRateMeter(): RateMeter {
  let samples: { done: number; at: number }[] = []
  return {
    record(done, at) {
      samples = [...samples.filter((sample) => at - sample.at <= windowSeconds), { done, at }]
    },
    perSecond() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < soonestSeconds) return undefined
      return Math.max(0, (last.done - first.done) / (last.at - first.at))
    },
  }
}

const barWidth = 24

function createCampaignProgress(): ProgressFormat<Campaign> {
  const pace = createRateMeter()
  return {
    bar(campaign, { columns, seconds }) {
      pace.record(countDone(campaign), seconds)
      return drawCampaignBar(campaign, columns, pace.perSecond())
    },
    line: (campaign) => `${countDone(campaign)} of ${campaign.counts.sendable}: ${formatCounts(campaign)}`,
    notice: describeCampaignWait,
  }
}

/**
 * Draws `████▓░░░ 12 of 40  11 sent, 1 failed  20 a second  about 2 s left`. Failures have their own shade at the end
 * of the filled part.
 */
export function drawCampaignBar(campaign: Campaign, columns: number, perSecond?: number): string {
  const { counts, status } = campaign
  const parts = [
    `${drawn(counts)} ${countDone(campaign)} of ${counts.sendable}`,
    formatCounts({ ...campaign, counts: { ...counts, queued: 0 } }),
    ...(status === 'running' ? [formatRate(counts.queued, perSecond)] : [toPrintable(status)]),
  ]
  return truncateToWidth(parts.filter(Boolean).join('  '), Math.max(columns - 1, 0))
}

/** Rounds each state down to at most its share, and fills the whole bar once nothing is left. */
function drawn({ sendable, sent, failed, cancelled }: Campaign['counts']): string {
  const upTo = (count: number) => (sendable > 0 ? Math.floor((barWidth * count) / sendable) : 0)
  const good = upTo(sent)
  const bad = upTo(Math.min(sendable, sent + failed + cancelled)) - good
  return '█'.repeat(good) + '▓'.repeat(bad) + '░'.repeat(barWidth - good - bad)
}

function formatRate(queued: number, perSecond: number | undefined): string {
  if (perSecond === undefined) return ''
  if (perSecond === 0) return queued > 0 ? 'nothing is being sent right now' : ''
  const rate = perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
  return `${rate} a second${queued > 0 ? `  about ${formatSeconds(queued / perSecond)} left` : ''}`
}

export const watchCampaignCommand = defineCommand({
  name: 'watch',
  summary: 'follow a campaign until it ends',
  about: `follows a campaign until it ends: how many people it reached, how fast it is sending, and how long is
left. Survives Parley being unreachable for up to two minutes. With --json, prints each state on a line of its own.`,
  args: [campaignArgument],
  options: agentOptions,
  exitDescriptions: {
    0: 'completed',
    1: 'failed or canceled',
    3: 'could not be followed to the end',
    130: 'interrupted by Ctrl-C; the campaign continues',
  },
  examples: [
    ['parley campaigns watch cmp_01', 'a progress bar, until it ends'],
    ['parley campaigns watch cmp_01 --json | jq -c .counts', 'the counts, each time they change'],
  ],
  next: ['`parley campaigns pause ID` stops it at once, `parley campaigns resume ID` continues where it stopped'],
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
    throw new CommandError(exitCodes.interrupted, `Stopped watching: campaign ${toPrintable(campaignId)} continues`)
  }
  print(formatEnd(last, paint))
  return last.status === 'completed' ? exitCodes.passed : exitCodes.failed
}

function formatEnd(campaign: Campaign, paint: Paint): string {
  const { id, status, detail } = campaign
  const word = paint(status === 'completed' ? 'green' : 'red', status.toUpperCase())
  return `${word}  ${formatCounts(campaign)}${detail ? ` (${toPrintable(detail)})` : ''}  ${toPrintable(id)}`
}
