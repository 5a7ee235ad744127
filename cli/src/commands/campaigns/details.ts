import type { Call } from '../../command.ts'
import { shortened } from '../../layout/width.ts'
import { wrap } from '../../layout/wrap.ts'
import { durationOf } from '../../text/duration.ts'
import { counted, plain } from '../../text/plain.ts'
import { type Campaign, countsLine, hindranceOf } from './campaign.ts'

const longestPreview = 300
const widestPreview = 96

/** How wide it may be, and with which colours. */
export type Style = Pick<Call, 'columns' | 'paint'>

/** All that is to be said of a campaign. */
export function detailLines(campaign: Campaign, style: Style): string[] {
  const { paint } = style
  const { id, name, status, outreachId, test, detail, audience } = campaign
  const hindrance = hindranceOf(campaign)
  return [
    `${paint('bold', plain(name))}  ${plain(id)}`,
    `  Status     ${status}${test ? ', a rehearsal: nobody is written to' : ''}${detail ? `: ${plain(detail)}` : ''}`,
    `  Outreach   ${plain(outreachId)}${campaign.class ? ` (${campaign.class})` : ''}`,
    `  Audience   ${shortened(plain(audienceWords(audience)), 200)}`,
    ...(status === 'draft' ? [] : stagedLines(campaign, style)),
    ...(hindrance ? [`  ${hindrance}`] : []),
  ]
}

function audienceWords(audience: Campaign['audience']): string {
  const { segmentId, filter, importBatchId, personIds, personIdCount, personaIds } = audience
  if (segmentId !== undefined) return `segment ${segmentId}`
  if (importBatchId !== undefined) return `import ${importBatchId}`
  if (personaIds) return counted(personaIds.length, 'persona')
  if (personIdCount !== undefined || personIds) return `${personIdCount ?? personIds?.length} people by their ids`
  return filter && Object.keys(filter).length > 0 ? `filter ${JSON.stringify(filter)}` : 'everybody'
}

/** Who gets it, who does not and why, how long it takes, and what they will read. */
export function stagedLines(
  { counts, exclusions = {}, estimate = [], previews = [], ...rest }: Campaign,
  { columns = widestPreview, paint }: Style,
): string[] {
  const left = Object.entries(exclusions).map(([reason, count]) => `${count} ${plain(reason)}`)
  const long = estimate.map(({ provider, seconds }) => `${durationOf(seconds)} by ${plain(provider)}`)
  return [
    `  People     ${counts.total}, of whom ${counts.sendable} get it`,
    ...(rest.status === 'staged' ? [] : [`  Counts     ${countsLine({ counts, ...rest })}`]),
    ...(counts.excluded > 0 ? [`  Left out   ${counts.excluded}${left.length > 0 ? `: ${left.join(', ')}` : ''}`] : []),
    ...(long.length > 0 ? [`  Takes      about ${long.join(', ')}`] : []),
    ...previews.flatMap(({ personId, text }) => [
      paint('dim', `  ${plain(personId)} reads`),
      ...wrap(shortened(text, longestPreview), Math.min(columns, widestPreview) - 4).map((line) => `    ${line}`),
    ]),
  ]
}
