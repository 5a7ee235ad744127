import { Button, Group, Menu, Paper, Progress, Stack, Text, TextInput } from '@mantine/core'
import { personStatuses } from '@parley/definition/vocabulary'
import { IconChevronDown, IconTag, IconTagOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { ConsentFields, type ConsentFormValues, noConsent } from '../person/ConsentCard.tsx'
import { type BulkAction, type BulkProgress, useBulk } from './useBulk.ts'

type BulkModalProps = {
  asking: BulkPrompt | undefined
  count: number
  onClose: () => void
  onAct: (action: BulkAction) => void
}

function BulkModal({ asking, ...props }: BulkModalProps) {
  return (
    <Dialog opened={asking !== undefined} onClose={props.onClose} title={asking && bulk[asking]}>
      {asking === 'recordConsent' && <ConsentForm {...props} />}
      {(asking === 'addTag' || asking === 'removeTag') && <TagForm kind={asking} {...props} />}
    </Dialog>
  )
}

function TagForm({ kind, count, onClose, onAct }: Omit<BulkModalProps, 'asking'> & { kind: 'addTag' | 'removeTag' }) {
  const [tag, setTag] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (tag.trim()) onAct({ kind, tag: tag.trim() })
      }}
    >
      <Stack>
        <TextInput
          label={bulk.tag}
          maxLength={60}
          data-autofocus
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
        <ModalActions count={count} onClose={onClose} ready={tag.trim() !== ''} />
      </Stack>
    </form>
  )
}

function ConsentForm({ count, onClose, onAct }: Omit<BulkModalProps, 'asking'>) {
  const [values, setGiven] = useState<ConsentFormValues>(noConsent)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAct({ kind: 'recordConsent', body: values })
      }}
    >
      <Stack>
        <Text size="sm" className="quiet">
          {bulk.consentHint}
        </Text>
        <ConsentFields value={values} onChange={setGiven} />
        <ModalActions count={count} onClose={onClose} ready />
      </Stack>
    </form>
  )
}

function ModalActions({ count, onClose, ready }: { count: number; onClose: () => void; ready: boolean }) {
  return (
    <FormActions>
      <Button variant="default" onClick={onClose}>
        {strings.cancel}
      </Button>
      <Button type="submit" disabled={!ready}>
        {bulk.apply(count)}
      </Button>
    </FormActions>
  )
}

type PeopleBulkBarProps = { selected: ReadonlySet<string>; onSelect: (ids: ReadonlySet<string>) => void }
export type BulkPrompt = 'addTag' | 'removeTag' | 'recordConsent'
const { bulk } = strings

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

function StatusMenu({ onChoose }: { onChoose: (status: (typeof personStatuses)[number]) => void }) {
  return (
    <Menu shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {bulk.setStatus}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {personStatuses.map((status) => (
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
