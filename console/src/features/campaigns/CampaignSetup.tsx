import { Fieldset, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { strings as experimentTexts } from '#i18n/experiments.ts'
import { strings as outreachWords } from '#i18n/outreach.ts'
import { usePlaceTimeZone } from '../../api/lookups.ts'
import { useAgent, useRouteIds } from '../../app/current-org.ts'
import { AnchorLink } from '../../components/links.tsx'
import { formatDateTime } from '../../components/times.ts'
import { filterFieldLabel } from '../outreach/shared/FilterEditor.tsx'
import { useOutreaches } from '../outreach/shared/outreach-config.ts'
import { filterValuesOf } from '../outreach/shared/people-filter.ts'
import type { Campaign } from './campaign.ts'
import { useSendHoursText } from './send-hours.ts'

const { compose, start, setup } = strings

const describe = (label: string, value: ReactNode): [string, ReactNode] => [label, value]

export function CampaignSetup({ campaign }: { campaign: Campaign }) {
  const routeIds = useRouteIds()
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const hours = useSendHoursText(campaign)
  const zone = usePlaceTimeZone() ?? 'UTC'
  const { previouslyChoices } = compose
  const facts: [string, ReactNode][] = [
    [
      start.outreach,
      <AnchorLink
        key="outreach"
        size="sm"
        to="/orgs/$org/agents/$agent/outreach/edit/$outreachId"
        params={{ ...routeIds, outreachId: campaign.outreachId }}
      >
        {outreach?.name ?? campaign.outreachId}
      </AnchorLink>,
    ],
    [outreachWords.edit.class, campaign.class ? outreachWords.classes[campaign.class] : ''],
    [setup.audience, <AudienceText key="audience" audience={campaign.audience} />],
    [compose.previously, campaign.includePreviouslyContacted ? previouslyChoices.yes : previouslyChoices.no],
    [start.window, hours],
    ...(campaign.startAt ? [describe(experimentTexts.compose.startAt, formatDateTime(campaign.startAt, zone))] : []),
    ...(campaign.variants ? [describe(experimentTexts.title, experimentTexts.summary(campaign.variants))] : []),
    ...(campaign.holdoutPercent
      ? [describe(experimentTexts.holdout, experimentTexts.share(campaign.holdoutPercent / 100))]
      : []),
  ]
  return (
    <Fieldset legend={strings.tabs.setup}>
      <Table aria-label={strings.tabs.setup} highlightOnHover={false}>
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={220} fw={500} style={{ verticalAlign: 'top' }}>
                {label}
              </Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Fieldset>
  )
}

function AudienceText({ audience }: { audience: Campaign['audience'] }) {
  const { segmentId, filter, importBatchId, personIds, personIdCount, personaIds } = audience
  if (segmentId) return <SegmentText segmentId={segmentId} />
  if (importBatchId) return `${compose.forms.importBatchId}: ${importBatchId}`
  if (personaIds) return `${compose.forms.personaIds}: ${strings.number(personaIds.length)}`
  if (!filter) return setup.people(personIdCount ?? personIds?.length ?? 0)
  const conditions = Object.entries(filter).map(
    ([field, value]) => `${filterFieldLabel(field)}: ${filterValuesOf(value).join(', ')}`,
  )
  return conditions.length > 0 ? conditions.join('; ') : setup.everyone
}

function SegmentText({ segmentId }: { segmentId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('segments', segmentId, 'name'),
    queryFn: ({ signal }) => agent.api.get('/segments/{segmentId}', { path: { segmentId }, signal }),
  })
  return `${compose.segment}: ${data?.name ?? segmentId}`
}
