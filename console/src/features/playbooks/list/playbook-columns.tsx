import { ActionIcon, Badge, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconStar, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/playbooks.ts'
import { useAgent } from '../../../app/current-org.ts'
import type { DataColumn } from '../../../components/DataTable.tsx'
import { notify } from '../../../components/notify.tsx'
import { type AgentPlaybook, useInvalidatePlaybooks, usePlaybookReferences } from '../playbook-data.ts'
import { useDeletePlaybook } from './delete-playbook.tsx'

const named: Record<string, string> = {
  scheduling: strings.needs.scheduling,
  people: strings.needs.people,
  notify: strings.needs.notify,
  knowledge: strings.needs.knowledge,
}

function CapabilityChips({ uses }: { uses: readonly string[] }) {
  const { around } = usePlaybookReferences()
  const nameOf = (use: string) => {
    const id = use.replace(/^integration:/, '')
    return named[use] ?? around.integrations.find((one) => one.id === id)?.name ?? id
  }
  return (
    <Group gap={4}>
      {uses.map((use) => (
        <Badge key={use} size="sm" variant="default" tt="none" fw={500}>
          {nameOf(use)}
        </Badge>
      ))}
    </Group>
  )
}

const { list } = strings

export type PlaybookRow = {
  playbook: AgentPlaybook
  playbooks: readonly AgentPlaybook[]
  errors: number
  others: number
}

export function buildPlaybookColumns(mayEdit: boolean): DataColumn<PlaybookRow>[] {
  const columns: DataColumn<PlaybookRow>[] = [
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
    { id: 'needs', label: list.needs, wide: true, cell: ({ playbook }) => <CapabilityChips uses={playbook.uses} /> },
    { id: 'flow', label: list.flow, cell: ({ playbook }) => <FlowSize playbook={playbook} /> },
    { id: 'findings', label: list.findings, wide: true, cell: (row) => <FindingCount row={row} /> },
  ]
  const actions: DataColumn<PlaybookRow> = {
    id: 'actions',
    label: list.actions,
    align: 'right',
    cell: (row) => <Actions row={row} />,
  }
  return mayEdit ? [...columns, actions] : columns
}

function Name({ playbook: { name, isDefault, outreachId } }: { playbook: AgentPlaybook }) {
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

function FlowSize({ playbook: { flow } }: { playbook: AgentPlaybook }) {
  if (!flow) return <span className="quiet">{list.noFlow}</span>
  return <Text size="sm">{list.steps(flow.steps.length)}</Text>
}

function FindingCount({ row: { errors, others } }: { row: PlaybookRow }) {
  if (errors + others === 0) return <span className="quiet">{list.noFindings}</span>
  return (
    <Text size="sm" fw={errors > 0 ? 600 : undefined} c={errors > 0 ? 'var(--mantine-color-error)' : undefined}>
      {list.counted(errors, others)}
    </Text>
  )
}

function Actions({ row: { playbook, playbooks } }: { row: PlaybookRow }) {
  const { id, name, isDefault, outreachId } = playbook
  const agent = useAgent()
  const forget = useInvalidatePlaybooks()
  const remove = useDeletePlaybook()
  const setDefault = () =>
    agent.api
      .post('/playbooks/{playbookId}/_setDefault', { path: { playbookId: id } })
      .then(() => {
        forget()
        notify.success(list.nowDefault(name))
      })
      .catch(notify.error)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={list.menu(name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
