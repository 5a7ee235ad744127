import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { words } from '#words/outreach.ts'
import { useCan, usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { type Outreach, type Rule, useOutreaches, useRules } from '../shared/configuration.ts'
import { OutreachFrame } from '../shared/OutreachFrame.tsx'
import { NewRule } from './NewRule.tsx'

const { automated } = words

export function RulesPage() {
  const can = useCan('editor')
  const [making, { open, close }] = useDisclosure()
  const rules = useRules()
  const outreaches = useOutreaches()
  const place = usePlace()
  const canMake = can && (outreaches.data?.length ?? 0) > 0
  const add = canMake && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {automated.new}
    </Button>
  )
  const needsOutreach = outreaches.data?.length === 0
  const first = can && needsOutreach && (
    <ButtonLink to="/orgs/$org/agents/$agent/outreach" params={place}>
      {automated.toOutreach}
    </ButtonLink>
  )
  const text = needsOutreach ? automated.needsOutreach : automated.emptyText
  if (rules.error) return <Trouble error={rules.error} retry={rules.refetch} />
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
            params: { ...place, ruleId: id },
          })}
          empty={<EmptyState icon={IconBolt} title={automated.emptyTitle} text={text} action={add || first} />}
        />
      </Stack>
      {making && <NewRule onClose={close} />}
    </OutreachFrame>
  )
}

function columnsWith(outreaches: readonly Outreach[]): Column<Rule>[] {
  return [
    { id: 'name', label: automated.name, cell: ({ name }) => name },
    {
      id: 'state',
      label: automated.state,
      cell: ({ enabled = true }) => (
        <StatusBadge status={enabled ? 'active' : 'off'} label={enabled ? words.on : words.off} />
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
      cell: ({ delayMinutes = 0 }) => words.minutes.said(delayMinutes),
      wide: true,
    },
  ]
}
