import { truncateToWidth } from '../../layout/width.ts'
import type { ProgressFormat } from '../../progress/progress-display.ts'
import { formatSeconds } from '../../text/duration.ts'
import { toPrintable } from '../../text/printable.ts'
import { type Campaign, campaignWaitReason, countDone, formatCounts } from './campaign.ts'

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

export function createCampaignProgress(): ProgressFormat<Campaign> {
  const pace = createRateMeter()
  return {
    bar(campaign, { columns, seconds }) {
      pace.record(countDone(campaign), seconds)
      return drawCampaignBar(campaign, columns, pace.perSecond())
    },
    line: (campaign) => `${countDone(campaign)} of ${campaign.counts.sendable}: ${formatCounts(campaign)}`,
    notice: campaignWaitReason,
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
  if (perSecond === 0) return queued > 0 ? 'nothing leaves just now' : ''
  const rate = perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
  return `${rate} a second${queued > 0 ? `  about ${formatSeconds(queued / perSecond)} left` : ''}`
}
