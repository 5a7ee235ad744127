import { Table, Text } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import type { Campaign } from '../campaign.ts'
import { exclusionText } from '../recipients/Recipients.tsx'

const { report: failureReasonsTexts } = strings

/** Why some got nothing, most first; each opens whom it is about. */
export function FailureReasons({ campaign, reasons }: { campaign: Campaign; reasons: Record<string, number> }) {
  const routeIds = useRouteIds()
  const rows = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) return <Text size="sm">{failureReasonsTexts.noReasons}</Text>
  return (
    <Table aria-label={failureReasonsTexts.reasons}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{failureReasonsTexts.reason}</Table.Th>
          <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
            {failureReasonsTexts.count}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([reason, count]) => (
          <Table.Tr key={reason}>
            <Table.Td>
              <AnchorLink
                size="sm"
                to="/orgs/$org/agents/$agent/campaigns/$campaignId"
                params={{ ...routeIds, campaignId: campaign.id }}
                search={{ tab: 'recipients', reason }}
              >
                {exclusionText(reason)}
              </AnchorLink>
            </Table.Td>
            <Table.Td ta="right">{strings.number(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
