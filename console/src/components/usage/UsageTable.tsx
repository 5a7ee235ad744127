import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/usage.ts'
import { useOrg } from '../../app/current-org.ts'
import { type DataColumn, DataTable } from '../DataTable.tsx'

import {
  formatDay,
  tableMeasures,
  type Usage,
  type UsageDataPoint,
  type UsageMetric,
  usageListLink,
} from './usage-data.ts'

/** The numbers behind the charts, newest day first; each links to the same list as its bar. */
export function UsageTable({ usage, agent }: { usage: Usage; agent: string | undefined }) {
  const { timeZone, totals, data } = usage
  const columns: DataColumn<UsageDataPoint>[] = [
    { id: 'day', label: strings.day, rowHeader: true, total: strings.sum, cell: ({ at }) => formatDay(at, timeZone) },
    ...tableMeasures.map(
      (measure): DataColumn<UsageDataPoint> => ({
        id: measure,
        label: strings.headings[measure],
        align: 'right',
        total: strings.number(totals[measure]),
        cell: (point) => <Count {...{ point, measure, timeZone, agent }} />,
      }),
    ),
  ]
  return (
    <div style={{ whiteSpace: 'nowrap' }}>
      <DataTable label={strings.table} columns={columns} rows={data.toReversed()} rowId={({ at }) => at} />
    </div>
  )
}

type CountProps = { point: UsageDataPoint; measure: UsageMetric; timeZone: string; agent: string | undefined }

function Count({ point, measure, timeZone, agent }: CountProps) {
  const org = useOrg()
  const link = usageListLink([measure], { org: org.id, agent, at: point.at, timeZone })
  const count = strings.number(point[measure])
  return link && point[measure] > 0 ? <Link {...link}>{count}</Link> : count
}
