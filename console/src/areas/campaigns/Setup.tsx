import { Fieldset, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { words } from '#words/campaigns.ts'
import { words as outreachWords } from '#words/outreach.ts'
import { useAgent, usePlace } from '../../app/org.ts'
import { AnchorLink } from '../../parts/links.tsx'
import { useOutreaches } from '../outreach/shared/configuration.ts'
import { fieldName } from '../outreach/shared/FilterEditor.tsx'
import { valuesOf } from '../outreach/shared/people-filter.ts'
import type { Campaign } from './campaign.ts'
import { useCampaignHours } from './hours.ts'

const { compose, start, setup } = words

/** What a campaign was started with. */
export function Setup({ campaign }: { campaign: Campaign }) {
  const place = usePlace()
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const hours = useCampaignHours(campaign)
  const { previouslyChoices } = compose
  const facts: [string, ReactNode][] = [
    [
      start.outreach,
      <AnchorLink
        key="outreach"
        size="sm"
        to="/orgs/$org/agents/$agent/outreach/edit/$outreachId"
        params={{ ...place, outreachId: campaign.outreachId }}
      >
        {outreach?.name ?? campaign.outreachId}
      </AnchorLink>,
    ],
    [outreachWords.edit.class, campaign.class ? outreachWords.classes[campaign.class] : ''],
    [setup.audience, <AudienceSaid key="audience" audience={campaign.audience} />],
    [compose.previously, campaign.includePreviouslyContacted ? previouslyChoices.yes : previouslyChoices.no],
    [start.window, hours],
  ]
  return (
    <Fieldset legend={words.tabs.setup}>
      <Table aria-label={words.tabs.setup} highlightOnHover={false}>
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

function AudienceSaid({ audience }: { audience: Campaign['audience'] }) {
  const { segmentId, filter, importBatchId, personIds, personIdCount, personaIds } = audience
  if (segmentId) return <SegmentSaid segmentId={segmentId} />
  if (importBatchId) return `${compose.forms.importBatchId}: ${importBatchId}`
  if (personaIds) return `${compose.forms.personaIds}: ${words.number(personaIds.length)}`
  if (!filter) return setup.people(personIdCount ?? personIds?.length ?? 0)
  const said = Object.entries(filter).map(([field, value]) => `${fieldName(field)}: ${valuesOf(value).join(', ')}`)
  return said.length > 0 ? said.join('; ') : setup.everybody
}

function SegmentSaid({ segmentId }: { segmentId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('segments', segmentId, 'name'),
    queryFn: ({ signal }) => agent.api.get('/segments/{segmentId}', { path: { segmentId }, signal }),
  })
  return `${compose.segment}: ${data?.name ?? segmentId}`
}
