import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/outreach.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import {
  type AutomatedOutreach,
  type Outreach,
  useAutomatedOutreaches,
  useOutreaches,
} from '../shared/outreach-config.ts'
import { NewRule } from './NewRule.tsx'

const { automated } = strings

export function RulesPage() {
  const can = useCan('editor')
  const [making, { open, close }] = useDisclosure()
  const rules = useAutomatedOutreaches()
  const outreaches = useOutreaches()
  const routeIds = useRouteIds()
  const canMake = can && (outreaches.data?.length ?? 0) > 0
  const add = canMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {automated.new}
    </Button>
  )
  const needsOutreach = outreaches.data?.length === 0
  const first = can && needsOutreach && (
    <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={routeIds}>
      {automated.toOutreach}
    </ButtonLink>
  )
  const text = needsOutreach ? automated.needsOutreach : automated.emptyText
  if (rules.error) return <ErrorAlert error={rules.error} retry={rules.refetch} />
  return (
    <OutreachFrame actions={rules.data?.length ? add : undefined}>
      <Stack>
        <Text className="quiet">{automated.lead}</Text>
        <DataTable
          label={automated.table}
          columns={columnsWith(outreaches.data ?? [])}
          rows={rules.data}
          rowId={({ id }) => id}
          linkOf={({ id }) => ({
            to: '/orgs/$org/agents/$agent/outreach/automated/$ruleId',
            params: { ...routeIds, ruleId: id },
          })}
          empty={<EmptyState icon={IconBolt} title={automated.emptyTitle} text={text} action={add || first} />}
        />
      </Stack>
      {making && <NewRule onClose={close} />}
    </OutreachFrame>
  )
}

function columnsWith(outreaches: readonly Outreach[]): DataColumn<AutomatedOutreach>[] {
  return [
    { id: 'name', label: automated.name, cell: ({ name }) => name },
    {
      id: 'state',
      label: automated.state,
      cell: ({ enabled = true }) => (
        <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? strings.on : strings.off} />
      ),
    },
    { id: 'trigger', label: automated.trigger, cell: ({ trigger }) => automated.events[trigger.event], wide: true },
    {
      id: 'outreach',
      label: automated.outreach,
      cell: ({ outreachId }) => outreaches.find(({ id }) => id === outreachId)?.name ?? outreachId,
      wide: true,
    },
    {
      id: 'delay',
      label: automated.delay,
      cell: ({ delayMinutes = 0 }) => strings.minutes.said(delayMinutes),
      wide: true,
    },
  ]
}
