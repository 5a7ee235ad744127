import type { CommandCall } from '../../command.ts'
import { truncateToWidth } from '../../layout/width.ts'
import { wrap } from '../../layout/wrap.ts'
import { formatSeconds } from '../../text/duration.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import { type Campaign, campaignWaitReason, formatCounts } from './campaign.ts'

const longestPreview = 300
const widestPreview = 96

export type DetailStyle = Pick<CommandCall, 'columns' | 'paint'>

export function formatDetails(campaign: Campaign, style: DetailStyle): string[] {
  const { paint } = style
  const { id, name, status, outreachId, test, detail, audience } = campaign
  const waitReason = campaignWaitReason(campaign)
  return [
    `${paint('bold', toPrintable(name))}  ${toPrintable(id)}`,
    `  Status     ${status}${test ? ', a rehearsal: nobody is written to' : ''}${detail ? `: ${toPrintable(detail)}` : ''}`,
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
  return filter && Object.keys(filter).length > 0 ? `filter ${JSON.stringify(filter)}` : 'everybody'
}

/** Shows who receives the campaign, who is left out and why, the expected duration, and sample messages. */
export function formatStagedDetails(
  { counts, exclusions = {}, estimate = [], previews = [], ...rest }: Campaign,
  { columns = widestPreview, paint }: DetailStyle,
): string[] {
  const left = Object.entries(exclusions).map(([reason, count]) => `${count} ${toPrintable(reason)}`)
  const long = estimate.map(({ provider, seconds }) => `${formatSeconds(seconds)} by ${toPrintable(provider)}`)
  return [
    `  People     ${counts.total}, of whom ${counts.sendable} get it`,
    ...(rest.status === 'staged' ? [] : [`  Counts     ${formatCounts({ counts, ...rest })}`]),
    ...(counts.excluded > 0 ? [`  Left out   ${counts.excluded}${left.length > 0 ? `: ${left.join(', ')}` : ''}`] : []),
    ...(long.length > 0 ? [`  Takes      about ${long.join(', ')}`] : []),
    ...previews.flatMap(({ personId, text }) => [
      paint('dim', `  ${toPrintable(personId)} reads`),
      ...wrap(truncateToWidth(text, longestPreview), Math.min(columns, widestPreview) - 4).map((line) => `    ${line}`),
    ]),
  ]
}
