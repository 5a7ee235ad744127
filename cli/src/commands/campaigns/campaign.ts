import type { Schema } from '@parley/sdk'
import type { CommandCall } from '../../command.ts'
import { truncateToWidth, wrapText } from '../../layout/width.ts'
import { formatCountOf, formatSeconds, toPrintable } from '../../text/printable.ts'

export type Campaign = Schema<'Campaign'>

export const isCampaignFinished = ({ status }: Campaign): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'failed'

/** Counts the recipients that are no longer queued. */
export const countDone = ({ counts }: Campaign): number => counts.sendable - counts.queued

const waitReasons: Record<NonNullable<Campaign['waiting']>['reason'], string> = {
  before_start: 'for its start time',
  outside_safe_hours: 'for its safe hours',
  outside_send_window: 'for its send window to open',
  outreach_disabled: 'for its Outreach to be turned on',
  binding_disabled: 'for its channel to be active',
  provider_unavailable: "for its channel's provider to accept messages again",
  real_sends_off: 'for real sends: REAL_SENDS is off',
  'in-conversation': 'for people who are in the middle of a conversation',
}

/** Returns why it is not making progress, or undefined if it is. */
export function describeCampaignWait({ status, waiting }: Campaign): string | undefined {
  if (status === 'draft') return 'The campaign is a draft: nothing is sent until it is staged and started'
  if (status === 'staged') return 'The campaign is staged: nothing is sent until it is started'
  if (status === 'paused') return 'The campaign is paused; waiting until someone resumes it'
  if (!waiting) return undefined
  const until = waiting.until ? `, until ${toPrintable(waiting.until)}` : ''
  return `The campaign waits ${waitReasons[waiting.reason] ?? toPrintable(waiting.reason)}${until}; it continues automatically`
}

/** Formats as `12 sent, 3 delivered, 1 failed`, without the zeros. */
export function formatCounts({ counts }: Campaign): string {
  const states = ['sent', 'delivered', 'read', 'failed', 'cancelled', 'queued'] as const
  const shownStates = states.filter((state) => state === 'sent' || counts[state] > 0)
  return shownStates.map((state) => `${counts[state]} ${state}`).join(', ')
}

const longestPreview = 300
const widestPreview = 96

export type DetailStyle = Pick<CommandCall, 'columns' | 'paint'>

export function formatDetails(campaign: Campaign, style: DetailStyle): string[] {
  const { paint } = style
  const { id, name, status, outreachId, test, detail, audience } = campaign
  const waitReason = describeCampaignWait(campaign)
  return [
    `${paint('bold', toPrintable(name))}  ${toPrintable(id)}`,
    `  Status     ${status}${test ? ', a rehearsal: no real person is contacted' : ''}${detail ? `: ${toPrintable(detail)}` : ''}`,
    `  Outreach   ${toPrintable(outreachId)}${campaign.class ? ` (${campaign.class})` : ''}`,
    `  Audience   ${truncateToWidth(toPrintable(formatAudience(audience)), 200)}`,
    ...(status === 'draft' ? [] : formatStagedDetails(campaign, style)),
    ...(waitReason ? [`  ${waitReason}`] : []),
  ]
}

function formatAudience(audience: Campaign['audience']): string {
  const { segmentId, filter, importBatchId, personIds, personIdCount, personaIds } = audience
  if (segmentId !== undefined) return `segment ${segmentId}`
  if (importBatchId !== undefined) return `import ${importBatchId}`
  if (personaIds) return formatCountOf(personaIds.length, 'persona')
  if (personIdCount !== undefined || personIds) return `${personIdCount ?? personIds?.length} people by their ids`
  return filter && Object.keys(filter).length > 0 ? `filter ${JSON.stringify(filter)}` : 'everyone'
}

/** Shows who receives the campaign, who is left out and why, the expected duration, and sample messages. */
export function formatStagedDetails(
  { counts, exclusions = {}, estimate = [], previews = [], ...rest }: Campaign,
  { columns = widestPreview, paint }: DetailStyle,
): string[] {
  const left = Object.entries(exclusions).map(([reason, count]) => `${count} ${toPrintable(reason)}`)
  const long = estimate.map(({ provider, seconds }) => `${formatSeconds(seconds)} by ${toPrintable(provider)}`)
  return [
    `  People     ${counts.total}, ${counts.sendable} will receive it`,
    ...(rest.status === 'staged' ? [] : [`  Counts     ${formatCounts({ counts, ...rest })}`]),
    ...(counts.excluded > 0 ? [`  Excluded   ${counts.excluded}${left.length > 0 ? `: ${left.join(', ')}` : ''}`] : []),
    ...(long.length > 0 ? [`  Duration   about ${long.join(', ')}`] : []),
    ...previews.flatMap(({ personId, text }) => [
      paint('dim', `  ${toPrintable(personId)} reads`),
      ...wrapText(truncateToWidth(text, longestPreview), Math.min(columns, widestPreview) - 4).map(
        (line) => `    ${line}`,
      ),
    ]),
  ]
}

export const campaignArgument = { name: 'ID', description: 'the campaign id' }
