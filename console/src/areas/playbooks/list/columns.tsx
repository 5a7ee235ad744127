import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconStar, IconTrash } from '@tabler/icons-react'
import { words } from '#words/playbooks.ts'
import { useAgent } from '../../../app/org.ts'
import type { Column } from '../../../parts/DataTable.tsx'
import { tell } from '../../../parts/tell.tsx'
import { type Playbook, useForgetPlaybooks } from '../data.ts'
import { NeedChips } from '../NeedChips.tsx'
import { usePlaybookRemoval } from './removal.tsx'

const { list } = words

export type Row = { playbook: Playbook; playbooks: readonly Playbook[]; errors: number; others: number }

export function columnsFor(mayEdit: boolean): Column<Row>[] {
  const shown: Column<Row>[] = [
    { id: 'name', label: list.name, cell: ({ playbook }) => <Name playbook={playbook} /> },
    {
      id: 'whenToUse',
      label: list.whenToUse,
      wide: true,
      cell: ({ playbook }) => (
        <Text size="sm" lineClamp={2} maw={360}>
          {playbook.whenToUse}
        </Text>
      ),
    },
    { id: 'needs', label: list.needs, wide: true, cell: ({ playbook }) => <NeedChips uses={playbook.uses} /> },
    { id: 'flow', label: list.flow, cell: ({ playbook }) => <FlowSize playbook={playbook} /> },
    { id: 'findings', label: list.findings, wide: true, cell: (row) => <FindingCount row={row} /> },
  ]
  const actions: Column<Row> = {
    id: 'actions',
    label: list.actions,
    align: 'right',
    cell: (row) => <Actions row={row} />,
  }
  return mayEdit ? [...shown, actions] : shown
}

function Name({ playbook: { name, isDefault, outreachId } }: { playbook: Playbook }) {
  return (
    <Group gap={6} component="span">
      {name}
      {isDefault && (
        <Badge size="sm" tt="none">
          {list.isDefault}
        </Badge>
      )}
      {outreachId && (
        <Badge
          size="sm"
          variant="outline"
          tt="none"
          color="gray"
          c="var(--mantine-color-text)"
          title={list.ofOutreachText}
        >
          {list.ofOutreach}
        </Badge>
      )}
    </Group>
  )
}

function FlowSize({ playbook: { flow } }: { playbook: Playbook }) {
  if (!flow) return <span className="quiet">{list.noFlow}</span>
  return <Text size="sm">{list.steps(flow.steps.length)}</Text>
}

function FindingCount({ row: { errors, others } }: { row: Row }) {
  if (errors + others === 0) return <span className="quiet">{list.sound}</span>
  return (
    <Text size="sm" fw={errors > 0 ? 600 : undefined} c={errors > 0 ? 'var(--mantine-color-error)' : undefined}>
      {list.counted(errors, others)}
    </Text>
  )
}

function Actions({ row: { playbook, playbooks } }: { row: Row }) {
  const { id, name, isDefault, outreachId } = playbook
  const agent = useAgent()
  const forget = useForgetPlaybooks()
  const remove = usePlaybookRemoval()
  const setDefault = () =>
    agent.api
      .post('/playbooks/{playbookId}/_setDefault', { path: { playbookId: id } })
      .then(() => {
        forget()
        tell.done(list.nowDefault(name))
      })
      .catch(tell.failed)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={list.menu(name)} onClick={(event) => event.stopPropagation()}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item
          leftSection={<IconStar size={14} aria-hidden />}
          onClick={setDefault}
          disabled={isDefault || outreachId !== undefined}
        >
          {list.setDefault}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={() => remove(playbook, playbooks)}>
          {list.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
