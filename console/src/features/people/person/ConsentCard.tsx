import {
  Button,
  Collapse,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { consentStatuses } from '@parley/definition/vocabulary'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ConsentBadge } from '../list/people-columns.tsx'
import type { Person } from '../people-fields.ts'
import type { ConsentStatusFilter } from '../people-search.ts'
import { PersonSideCard } from './PersonSideCard.tsx'
import { useInvalidatePerson } from './usePerson.ts'

export type ConsentFormValues = { status: ConsentStatusFilter; source?: string; evidence?: string }
export const noConsent: ConsentFormValues = { status: 'granted' }

const { consent } = strings
const options = consentStatuses.map((value) => ({ value, label: strings.consentWords[value] }))

export function ConsentFields({
  value,
  onChange,
}: {
  value: ConsentFormValues
  onChange: (values: ConsentFormValues) => void
}) {
  const label = useId()
  return (
    <Stack gap="sm">
      <Stack gap={4}>
        <Text size="sm" fw={500} id={label}>
          {consent.status}
        </Text>
        <SegmentedControl
          aria-labelledby={label}
          data={options}
          value={value.status}
          onChange={(status) => onChange({ ...value, status: status as ConsentStatusFilter })}
        />
      </Stack>
      <TextInput
        label={consent.source}
        description={consent.sourceHint}
        maxLength={200}
        value={value.source ?? ''}
        onChange={(event) => onChange({ ...value, source: event.currentTarget.value || undefined })}
      />
      <Textarea
        label={consent.evidence}
        description={consent.evidenceHint}
        maxLength={4000}
        autosize
        minRows={2}
        value={value.evidence ?? ''}
        onChange={(event) => onChange({ ...value, evidence: event.currentTarget.value || undefined })}
      />
    </Stack>
  )
}

const texts = strings.consent

export function ConsentCard({ person }: { person: Person }) {
  const may = useCan('serve')
  const [recording, record] = useDisclosure()
  const { status, updatedAt, source, evidence } = person.consent
  const action = may && (
    <Button size="compact-sm" variant="subtle" aria-label={texts.record} onClick={record.open}>
      {texts.recordShort}
    </Button>
  )
  return (
    <PersonSideCard title={texts.title} action={action}>
      <Group gap="xs">
        <ConsentBadge status={status} />
        {updatedAt && (
          <Text size="sm" className="quiet">
            {texts.since} <Timestamp at={updatedAt} />
          </Text>
        )}
      </Group>
      {(source || evidence) && <Text size="sm">{[source, evidence].filter(Boolean).join(' · ')}</Text>}
      <ConsentHistory personId={person.id} />
      <Dialog opened={recording} onClose={record.close} title={texts.record}>
        <RecordConsentForm personId={person.id} onClose={record.close} />
      </Dialog>
    </PersonSideCard>
  )
}

function ConsentHistory({ personId }: { personId: string }) {
  const [opened, { toggle }] = useDisclosure()
  const Arrow = opened ? IconChevronDown : IconChevronRight
  return (
    <Stack gap="xs">
      <UnstyledButton onClick={toggle} aria-expanded={opened} fz="sm" mih="var(--target)">
        <Arrow size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {texts.ledger}
      </UnstyledButton>
      <Collapse expanded={opened}>{opened && <ConsentEntries personId={personId} />}</Collapse>
    </Stack>
  )
}

function ConsentEntries({ personId }: { personId: string }) {
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
              <Timestamp at={at} /> {texts.by[by.kind]}
            </Text>
          </Group>
          <Text size="sm">{[source, evidence].filter(Boolean).join(' · ')}</Text>
        </li>
      ))}
    </Stack>
  )
}

function RecordConsentForm({ personId, onClose }: { personId: string; onClose: () => void }) {
  const { api } = useAgent()
  const changed = useInvalidatePerson(personId)
  const [values, setGiven] = useState<ConsentFormValues>(noConsent)
  const recording = useMutation({
    mutationFn: () => api.put('/people/{personId}/consent', { path: { personId }, body: values }),
    onSuccess: async () => {
      notify.success(texts.recorded)
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
        {recording.error && <RefusalSummary error={recording.error} />}
        <ConsentFields value={values} onChange={setGiven} />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={recording.isPending}>
            {texts.record}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}
