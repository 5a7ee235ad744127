import { Button, Group, Menu, Paper, Progress, Text } from '@mantine/core'
import { IconChevronDown, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { personStatusFilters } from '../people-search.ts'
import { BulkModal } from './BulkModal.tsx'
import type { BulkProgress } from './run-for-each.ts'
import { type BulkAction, useBulk } from './useBulk.ts'

type PeopleBulkBarProps = { selected: ReadonlySet<string>; onSelect: (ids: ReadonlySet<string>) => void }
export type BulkPrompt = 'addTag' | 'removeTag' | 'recordConsent'
const { bulk } = strings

/** What can be done with those who are chosen, and how far it is. */
export function PeopleBulkBar({ selected, onSelect }: PeopleBulkBarProps) {
  const { progress, run, stop } = useBulk()
  const [asking, setAsking] = useState<BulkPrompt>()
  const count = selected.size
  const act = async (action: BulkAction) => {
    setAsking(undefined)
    await run([...selected], action)
    if (action.kind === 'erase') onSelect(new Set())
  }
  const erase = async () => {
    const question = { title: bulk.eraseTitle(count), text: bulk.eraseText, phrase: bulk.erasePhrase(count) }
    if (await askConfirmation({ ...question, ok: bulk.erase, danger: true })) await act({ kind: 'erase' })
  }
  if (progress) return <BulkProgressBar progress={progress} stop={stop} />
  if (count === 0) return null
  return (
    <Paper withBorder p="xs" role="region" aria-label={bulk.region}>
      <Group gap="xs">
        <Text size="sm" fw={500} role="status">
          {bulk.selected(count)}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTag size={14} aria-hidden />}
          onClick={() => setAsking('addTag')}
        >
          {bulk.addTag}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTagOff size={14} aria-hidden />}
          onClick={() => setAsking('removeTag')}
        >
          {bulk.removeTag}
        </Button>
        <StatusMenu onChoose={(status) => act({ kind: 'setStatus', status })} />
        <Button size="xs" variant="default" onClick={() => setAsking('recordConsent')}>
          {bulk.recordConsent}
        </Button>
        <Button size="xs" variant="default" leftSection={<IconTrash size={14} aria-hidden />} onClick={erase}>
          {bulk.erase}
        </Button>
        <Button size="xs" variant="subtle" onClick={() => onSelect(new Set())}>
          {bulk.none}
        </Button>
      </Group>
      <BulkModal asking={asking} count={count} onClose={() => setAsking(undefined)} onAct={act} />
    </Paper>
  )
}

function StatusMenu({ onChoose }: { onChoose: (status: (typeof personStatusFilters)[number]) => void }) {
  return (
    <Menu shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {bulk.setStatus}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {personStatusFilters.map((status) => (
          <Menu.Item key={status} onClick={() => onChoose(status)}>
            {strings.statuses[status]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function BulkProgressBar({ progress: { total, done, failed }, stop }: { progress: BulkProgress; stop: () => void }) {
  const past = done + failed
  return (
    <Paper withBorder p="xs" role="region" aria-label={bulk.region}>
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" role="status" style={{ whiteSpace: 'nowrap' }}>
          {bulk.running(past, total)}
        </Text>
        <Progress value={(past / total) * 100} aria-label={bulk.progress} style={{ flex: 1 }} />
        <Button size="xs" variant="default" onClick={stop}>
          {bulk.stop}
        </Button>
      </Group>
    </Paper>
  )
}
