import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { words } from '#words/usage.ts'
import { useOrg } from '../../app/org.ts'
import { useNow } from '../When.tsx'
import { dayShown } from './days.ts'
import { listOf } from './leads.ts'
import { type KindId, kinds, type Measure, type Point, tabled, type Usage } from './measures.ts'

const kindOf = (measure: Measure): KindId =>
  kinds.find(({ measures }) => (measures as readonly Measure[]).includes(measure))?.id ?? 'messages'

/** The numbers behind the charts, the newest day first; each leads where its bar does. */
export function UsageTable({ usage, agent }: { usage: Usage; agent: string | undefined }) {
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={words.table}>
      <Table aria-label={words.table} fz="sm" style={{ whiteSpace: 'nowrap' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.day}</Table.Th>
            {tabled.map((measure) => (
              <Table.Th key={measure} ta="right">
                {words.headings[measure]}
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
            <Table.Th>{words.sum}</Table.Th>
            {tabled.map((measure) => (
              <Table.Th key={measure} ta="right">
                {words.number(usage.totals[measure])}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  )
}

function Day({ point, timeZone, agent }: { point: Point; timeZone: string; agent: string | undefined }) {
  const org = useOrg()
  const now = useNow(600_000)
  return (
    <Table.Tr>
      <Table.Th fw={400}>{dayShown(point.at, timeZone)}</Table.Th>
      {tabled.map((measure) => {
        const link = listOf(kindOf(measure), { org: org.id, agent, at: point.at, timeZone, now })
        const count = words.number(point[measure])
        return (
          <Table.Td key={measure} ta="right">
            {link && point[measure] > 0 ? <Link {...link}>{count}</Link> : count}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}
