import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/usage.ts'
import { useOrg } from '../../app/current-org.ts'
import { useNow } from '../Timestamp.tsx'

import {
  formatDay,
  tableMeasures,
  type Usage,
  type UsageChartId,
  type UsageDataPoint,
  type UsageMetric,
  usageCharts,
  usageListLink,
} from './usage-data.ts'

const kindOf = (measure: UsageMetric): UsageChartId =>
  usageCharts.find(({ measures }) => (measures as readonly UsageMetric[]).includes(measure))?.id ?? 'messages'

/** The numbers behind the charts, newest day first; each links to the same list as its bar. */
export function UsageTable({ usage, agent }: { usage: Usage; agent: string | undefined }) {
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={strings.table}>
      <Table aria-label={strings.table} fz="sm" style={{ whiteSpace: 'nowrap' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{strings.day}</Table.Th>
            {tableMeasures.map((measure) => (
              <Table.Th key={measure} ta="right">
                {strings.headings[measure]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {usage.data.toReversed().map((point) => (
            <Day key={point.at} point={point} timeZone={usage.timeZone} agent={agent} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{strings.sum}</Table.Th>
            {tableMeasures.map((measure) => (
              <Table.Th key={measure} ta="right">
                {strings.number(usage.totals[measure])}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Day({ point, timeZone, agent }: { point: UsageDataPoint; timeZone: string; agent: string | undefined }) {
  const org = useOrg()
  const now = useNow(600_000)
  return (
    <Table.Tr>
      <Table.Th fw={400}>{formatDay(point.at, timeZone)}</Table.Th>
      {tableMeasures.map((measure) => {
        const link = usageListLink(kindOf(measure), { org: org.id, agent, at: point.at, timeZone, now })
        const count = strings.number(point[measure])
        return (
          <Table.Td key={measure} ta="right">
            {link && point[measure] > 0 ? <Link {...link}>{count}</Link> : count}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}
