import { Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { ConsentBadge } from '../list/columns.tsx'
import type { Person } from '../names.ts'
import { Card } from './Card.tsx'
import { ConsentFields, type ConsentGiven, noConsent } from './ConsentFields.tsx'
import { usePersonChanged } from './usePerson.ts'

const texts = words.consent

/** What the person has said to being written to, and every time that they said it. */
export function ConsentCard({ person }: { person: Person }) {
  const may = useCan('editor')
  const [recording, record] = useDisclosure()
  const { status, updatedAt, source, evidence } = person.consent
  const action = may && (
    <Button size="compact-sm" variant="subtle" aria-label={texts.record} onClick={record.open}>
      {texts.recordShort}
    </Button>
  )
  return (
    <Card title={texts.title} action={action}>
      <Group gap="xs">
        <ConsentBadge status={status} />
        {updatedAt && (
          <Text size="sm" className="quiet">
            {texts.since} <When at={updatedAt} />
          </Text>
        )}
      </Group>
      {(source || evidence) && <Text size="sm">{[source, evidence].filter(Boolean).join(' · ')}</Text>}
      <Ledger personId={person.id} />
      <Dialog opened={recording} onClose={record.close} title={texts.record}>
        <RecordForm personId={person.id} onClose={record.close} />
      </Dialog>
    </Card>
  )
}

function Ledger({ personId }: { personId: string }) {
  const [opened, { toggle }] = useDisclosure()
  const Arrow = opened ? IconChevronDown : IconChevronRight
  return (
    <Stack gap="xs">
      <UnstyledButton onClick={toggle} aria-expanded={opened} fz="sm" mih={24}>
        <Arrow size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {texts.ledger}
      </UnstyledButton>
      <Collapse expanded={opened}>{opened && <LedgerEntries personId={personId} />}</Collapse>
    </Stack>
  )
}

function LedgerEntries({ personId }: { personId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('person', personId, 'consent'),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}/consent', { path: { personId }, signal }),
  })
  if (!data) return null
  if (data.history.length === 0) {
    return (
      <Text size="sm" className="quiet">
        {texts.none}
      </Text>
    )
  }
  return (
    <Stack gap="xs" component="ol" p={0} m={0} aria-label={texts.ledger} style={{ listStyle: 'none' }}>
      {data.history.map(({ at, status, source, evidence, by }, index) => (
        <li key={`${at} ${index.toString()}`}>
          <Group gap={6}>
            <ConsentBadge status={status} />
            <Text size="xs" className="quiet">
              <When at={at} /> {texts.by[by.kind]}
            </Text>
          </Group>
          <Text size="sm">{[source, evidence].filter(Boolean).join(' · ')}</Text>
        </li>
      ))}
    </Stack>
  )
}

function RecordForm({ personId, onClose }: { personId: string; onClose: () => void }) {
  const { api } = useAgent()
  const changed = usePersonChanged(personId)
  const [given, setGiven] = useState<ConsentGiven>(noConsent)
  const recording = useMutation({
    mutationFn: () => api.put('/people/{personId}/consent', { path: { personId }, body: given }),
    onSuccess: async () => {
      tell.done(texts.recorded)
      onClose()
      await changed()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        recording.mutate()
      }}
    >
      <Stack>
        {recording.error && <Refusal error={recording.error} />}
        <ConsentFields value={given} onChange={setGiven} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={recording.isPending}>
            {texts.record}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
