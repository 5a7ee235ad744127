import { Fieldset, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { channelName } from '#words/channel-names.ts'
import { words } from '#words/sends.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { useOutreaches, useRules } from '../shared/configuration.ts'
import { PersonName } from '../shared/PersonName.tsx'
import type { Send } from './useSends.ts'

const { one, sends } = words

/** Whom, what, and by whose word. */
export function SendFacts({ send }: { send: Send }) {
  const { attempts, detail, consent, channel, address, sendId } = send
  const facts: [label: string, value: ReactNode][] = [
    [one.to, <To key="to" send={send} />],
    [one.channel, [channelName(channel), address].filter(Boolean).join(' · ')],
    [one.outreach, <OutreachLinkTo key="outreach" outreachId={send.outreachId} />],
    [one.origin, <Origin key="origin" send={send} />],
    ...(attempts === undefined ? [] : [[one.attempts, attempts] as [string, ReactNode]]),
    ...(detail ? [[one.detail, detail] as [string, ReactNode]] : []),
    ...(consent ? consentFacts(consent) : []),
    [one.id, <code key="id">{sendId}</code>],
  ]
  return (
    <Fieldset legend={one.about}>
      <Table highlightOnHover={false} aria-label={one.about}>
        <Table.Tbody>
          {facts.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w={130} fw={500} style={{ verticalAlign: 'top' }}>
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

function consentFacts({ claimed, recorded, evidence, source }: NonNullable<Send['consent']>): [string, ReactNode][] {
  return [
    [one.consent, `${one.claimed[claimed]}, ${one.recorded[recorded]}`],
    ...(evidence ? [[one.evidence, evidence] as [string, ReactNode]] : []),
    ...(source ? [[one.source, source] as [string, ReactNode]] : []),
  ]
}

function To({ send: { personId } }: { send: Send }) {
  const place = usePlace()
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/people/$personId" params={{ ...place, personId }}>
      <PersonName personId={personId} />
    </AnchorLink>
  )
}

function OutreachLinkTo({ outreachId }: { outreachId: string }) {
  const place = usePlace()
  const outreach = useOutreaches().data?.find(({ id }) => id === outreachId)
  if (!outreach) return <Text size="sm">{outreachId}</Text>
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/outreach/edit/$outreachId" params={{ ...place, outreachId }}>
      {outreach.name}
    </AnchorLink>
  )
}

function Origin({ send: { origin, campaignId, automatedOutreachId } }: { send: Send }) {
  if (campaignId) return <CampaignLink campaignId={campaignId} />
  if (automatedOutreachId) return <RuleLink ruleId={automatedOutreachId} />
  return sends.origins[origin]
}

function RuleLink({ ruleId }: { ruleId: string }) {
  const place = usePlace()
  const rule = useRules().data?.find(({ id }) => id === ruleId)
  return (
    <>
      {`${one.rule} `}
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/outreach/automated/$ruleId" params={{ ...place, ruleId }}>
        {rule?.name ?? ruleId}
      </AnchorLink>
    </>
  )
}

function CampaignLink({ campaignId }: { campaignId: string }) {
  const agent = useAgent()
  const place = usePlace()
  const { data } = useQuery({
    queryKey: agent.key('campaigns', campaignId, 'name'),
    queryFn: ({ signal }) => agent.api.get('/campaigns/{campaignId}', { path: { campaignId }, signal }),
  })
  return (
    <>
      {`${one.campaign} `}
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/campaigns/$campaignId" params={{ ...place, campaignId }}>
        {data?.name ?? campaignId}
      </AnchorLink>
    </>
  )
}
