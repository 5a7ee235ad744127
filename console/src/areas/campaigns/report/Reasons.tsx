import { Table, Text } from '@mantine/core'
import { words } from '#words/campaigns.ts'
import { usePlace } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import type { Campaign } from '../campaign.ts'
import { whyWords } from '../recipients/Recipients.tsx'

const { report: said } = words

/** Why some got nothing, most first; each opens whom it is about. */
export function Reasons({ campaign, reasons }: { campaign: Campaign; reasons: Record<string, number> }) {
  const place = usePlace()
  const rows = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) return <Text size="sm">{said.noReasons}</Text>
  return (
    <Table aria-label={said.reasons}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{said.reason}</Table.Th>
          <Table.Th ta="right" style={{ whiteSpace: 'nowrap' }}>
            {said.count}
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
                params={{ ...place, campaignId: campaign.id }}
                search={{ tab: 'recipients', reason }}
              >
                {whyWords(reason)}
              </AnchorLink>
            </Table.Td>
            <Table.Td ta="right">{words.number(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
