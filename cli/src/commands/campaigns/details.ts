import { wrap } from '../../layout/wrap.ts'
import type { Paint } from '../../text/paint.ts'
import { counted, plain, shortened } from '../../text/plain.ts'
import { durationOf } from '../test/progress.ts'
import { type Campaign, countsLine, hindranceOf } from './campaign.ts'

const longestPreview = 300
const previewColumns = 92

/** All that is to be said of a campaign. */
export function detailLines(campaign: Campaign, paint: Paint): string[] {
  const { id, name, status, outreachId, test, detail, audience } = campaign
  const hindrance = hindranceOf(campaign)
  return [
    `${paint('bold', plain(name))}  ${plain(id)}`,
    `  Status     ${status}${test ? ', a rehearsal: nobody is written to' : ''}${detail ? `: ${plain(detail)}` : ''}`,
    `  Outreach   ${plain(outreachId)}${campaign.class ? ` (${campaign.class})` : ''}`,
    `  Audience   ${shortened(plain(audienceWords(audience)), 200)}`,
    ...(status === 'draft' ? [] : stagedLines(campaign, paint)),
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
  paint: Paint,
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
      ...wrap(shortened(text, longestPreview), previewColumns).map((line) => `    ${line}`),
    ]),
  ]
}
