import { Fieldset, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/sends.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { LabBadge, useLabChannels } from '../../../components/LabBadge.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { useAutomatedOutreaches, useOutreaches } from '../shared/outreach-config.ts'
import { PersonLink } from '../shared/PersonPicker.tsx'
import type { OutreachSend } from './useSends.ts'

const { one, sends } = strings

export function SendFacts({ send }: { send: OutreachSend }) {
  const { attempts, detail, consent, channel, address, sendId } = send
  const facts: [label: string, value: ReactNode][] = [
    [one.to, <RecipientLink key="to" send={send} />],
    [one.channel, <ChannelOfSend key="channel" channel={channel} address={address} />],
    [one.outreach, <OutreachLinkCell key="outreach" outreachId={send.outreachId} />],
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

function ChannelOfSend({ channel, address }: Pick<OutreachSend, 'channel' | 'address'>) {
  const isLab = useLabChannels().some((one) => one === channel)
  return (
    <>
      {[channelName(channel), address].filter(Boolean).join(' · ')} {isLab && <LabBadge />}
    </>
  )
}

function consentFacts({
  claimed,
  recorded,
  evidence,
  source,
}: NonNullable<OutreachSend['consent']>): [string, ReactNode][] {
  return [
    [one.consent, `${one.claimed[claimed]}, ${one.recorded[recorded]}`],
    ...(evidence ? [[one.evidence, evidence] as [string, ReactNode]] : []),
    ...(source ? [[one.source, source] as [string, ReactNode]] : []),
  ]
}

function RecipientLink({ send: { personId } }: { send: OutreachSend }) {
  const routeIds = useRouteIds()
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/people/$personId" params={{ ...routeIds, personId }}>
      <PersonLink personId={personId} />
    </AnchorLink>
  )
}

function OutreachLinkCell({ outreachId }: { outreachId: string }) {
  const routeIds = useRouteIds()
  const outreach = useOutreaches().data?.find(({ id }) => id === outreachId)
  if (!outreach) return <Text size="sm">{outreachId}</Text>
  return (
    <AnchorLink size="sm" to="/orgs/$org/agents/$agent/outreach/edit/$outreachId" params={{ ...routeIds, outreachId }}>
      {outreach.name}
    </AnchorLink>
  )
}

function Origin({ send: { origin, campaignId, automatedOutreachId } }: { send: OutreachSend }) {
  if (campaignId) return <CampaignLink campaignId={campaignId} />
  if (automatedOutreachId) return <RuleLink ruleId={automatedOutreachId} />
  return sends.origins[origin]
}

function RuleLink({ ruleId }: { ruleId: string }) {
  const routeIds = useRouteIds()
  const rule = useAutomatedOutreaches().data?.find(({ id }) => id === ruleId)
  return (
    <>
      {`${one.rule} `}
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/outreach/automated/$ruleId" params={{ ...routeIds, ruleId }}>
        {rule?.name ?? ruleId}
      </AnchorLink>
    </>
  )
}

function CampaignLink({ campaignId }: { campaignId: string }) {
  const agent = useAgent()
  const routeIds = useRouteIds()
  const { data } = useQuery({
    queryKey: agent.key('campaigns', campaignId, 'name'),
    queryFn: ({ signal }) => agent.api.get('/campaigns/{campaignId}', { path: { campaignId }, signal }),
  })
  return (
    <>
      {`${one.campaign} `}
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/campaigns/$campaignId" params={{ ...routeIds, campaignId }}>
        {data?.name ?? campaignId}
      </AnchorLink>
    </>
  )
}
