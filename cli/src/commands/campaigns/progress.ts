import { shortened } from '../../layout/width.ts'
import type { Drawing } from '../../progress/show.ts'
import { durationOf } from '../../text/duration.ts'
import { plain } from '../../text/plain.ts'
import { type Campaign, countsLine, doneOf, hindranceOf } from './campaign.ts'
import { paceOf } from './pace.ts'

const barWidth = 24

/** How a campaign that is watched is told. */
export function campaignDrawing(): Drawing<Campaign> {
  const pace = paceOf()
  return {
    bar(campaign, { columns, seconds }) {
      pace.seen(doneOf(campaign), seconds)
      return progressBar(campaign, columns, pace.perSecond())
    },
    line: (campaign) => `${doneOf(campaign)} of ${campaign.counts.sendable}: ${countsLine(campaign)}`,
    notice: hindranceOf,
  }
}

/** `████▓░░░ 12 of 40  11 sent, 1 failed  20 a second  about 2 s left`. What failed stands apart at the end of the filled. */
export function progressBar(campaign: Campaign, columns: number, perSecond?: number): string {
  const { counts, status } = campaign
  const parts = [
    `${drawn(counts)} ${doneOf(campaign)} of ${counts.sendable}`,
    countsLine({ ...campaign, counts: { ...counts, queued: 0 } }),
    ...(status === 'running' ? [paceWords(counts.queued, perSecond)] : [plain(status)]),
  ]
  return shortened(parts.filter(Boolean).join('  '), Math.max(columns - 1, 0))
}

/** Whatever there is of a state is at most as long as its share, and all of it once nothing is left. */
function drawn({ sendable, sent, failed, cancelled }: Campaign['counts']): string {
  const upTo = (count: number) => (sendable > 0 ? Math.floor((barWidth * count) / sendable) : 0)
  const good = upTo(sent)
  const bad = upTo(Math.min(sendable, sent + failed + cancelled)) - good
  return '█'.repeat(good) + '▓'.repeat(bad) + '░'.repeat(barWidth - good - bad)
}

function paceWords(queued: number, perSecond: number | undefined): string {
  if (perSecond === undefined) return ''
  if (perSecond === 0) return queued > 0 ? 'nothing leaves just now' : ''
  const rate = perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
  return `${rate} a second${queued > 0 ? `  about ${durationOf(queued / perSecond)} left` : ''}`
}
