import { Accordion, Button, Group, Select, SimpleGrid, Stack } from '@mantine/core'
import { caseAppointmentStatuses, startForms } from '@parley/testcase/vocabulary'
import { IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { Findings } from '../../../components/Findings.tsx'
import { channelChoices, toNamedOptions } from '../shared/channels.ts'
import { ChoiceField, LintedCaseField, NumberField, OwnFindings, TextField, toChoices } from './CaseFields.tsx'
import { CaseSection, RowActions } from './CaseLayout.tsx'
import { isPlainObject, readDraftFields, readDraftList, readDraftText, valueAtPath } from './case-draft.ts'
import { KeyValueFields } from './KeyValueFields.tsx'
import { LinesField } from './LinesField.tsx'
import { PersonField } from './PersonField.tsx'
import { findingPathOf, useCaseEditing } from './useCaseEditor.ts'

const { scenario: appointmentsFieldTexts } = strings
const list = ['scenario', 'appointments']

function AppointmentsField() {
  const { draft, set, readOnly } = useCaseEditing()
  const appointments = readDraftList(draft, list)
  return (
    <Stack gap="xs">
      <OwnFindings path={list} />
      {appointments.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies it
        <Appointment key={index} place={index} />
      ))}
      {!readOnly && appointments.length < 5 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set(list, [...appointments, { startsIn: 'P1D' }])}
          style={{ alignSelf: 'flex-start' }}
        >
          {appointmentsFieldTexts.addAppointment}
        </Button>
      )}
    </Stack>
  )
}

function Appointment({ place }: { place: number }) {
  const { known } = useCaseEditing()
  const path = [...list, place]
  return (
    <Group
      gap={6}
      wrap="nowrap"
      align="flex-start"
      role="group"
      aria-label={appointmentsFieldTexts.appointment(place + 1)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} flex={1}>
        <TextField
          path={[...path, 'startsIn']}
          label={appointmentsFieldTexts.startsIn}
          description={appointmentsFieldTexts.startsInHint}
          stays
        />
        <NumberField path={[...path, 'durationMinutes']} label={appointmentsFieldTexts.minutes} min={5} max={480} />
        <ChoiceField
          path={[...path, 'representativeId']}
          label={appointmentsFieldTexts.representative}
          data={known.representatives.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceField
          path={[...path, 'status']}
          label={appointmentsFieldTexts.appointmentStatus}
          data={toChoices(caseAppointmentStatuses, appointmentsFieldTexts.appointmentStatuses)}
        />
      </SimpleGrid>
      <RowActions list={list} place={place} name={appointmentsFieldTexts.appointment(place + 1)} moves={false} />
    </Group>
  )
}

const { scenario: texts } = strings
const startAt = ['scenario', 'start']
type Start = (typeof startForms)[number]

export function ScenarioPart() {
  return (
    <CaseSection title={strings.case.scenario}>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <ChoiceField
          path={['scenario', 'channel']}
          label={texts.channel}
          data={channelChoices}
          placeholder={texts.channelDefault}
        />
        <StartField />
      </Group>
      <StartFields />
      <PersonField />
      <HistoryFieldset />
    </CaseSection>
  )
}

function useStart(): Start {
  const { draft } = useCaseEditing()
  const start = valueAtPath(draft, startAt)
  return (isPlainObject(start) && startForms.find((form) => form in start)) || 'inbound'
}

function StartField() {
  const { set } = useCaseEditing()
  const begin = (start: Start) => {
    if (start === 'inbound') set(startAt, undefined)
    if (start === 'reminder') set(startAt, { reminder: true })
    if (start === 'outreach') set(startAt, { outreach: { outreachId: '' } })
    if (start === 'resume') set(startAt, { resume: { activePlaybook: '' } })
  }
  return (
    <Select
      label={texts.start}
      data={startForms.map((value) => ({ value, label: texts.starts[value] ?? value }))}
      value={useStart()}
      allowDeselect={false}
      onChange={(start) => start && begin(start as Start)}
    />
  )
}

function StartFields() {
  const { known, findings } = useCaseEditing()
  const start = useStart()
  if (start === 'inbound' || start === 'reminder') return <Findings findings={findings} path={findingPathOf(startAt)} />
  const outreach = [...startAt, 'outreach']
  const playbook = [...startAt, 'resume', 'activePlaybook']
  return (
    <LintedCaseField path={startAt}>
      {start === 'outreach' && (
        <Stack>
          <Pick path={[...outreach, 'outreachId']} label={texts.outreach} from={known.outreaches} />
          <KeyValueFields path={[...outreach, 'inputs']} label={texts.inputs} />
          <KeyValueFields path={[...outreach, 'formData']} label={texts.formData} description={texts.formDataHint} />
        </Stack>
      )}
      {start === 'resume' && <Pick path={playbook} label={texts.playbook} from={known.playbooks} />}
    </LintedCaseField>
  )
}

type PickProps = { path: string[]; label: string; from: readonly { id: string; name: string }[] }

/** Findings are shown above. */
function Pick({ path, label, from }: PickProps) {
  const { draft, set, errorAt } = useCaseEditing()
  const chosen = readDraftText(draft, path)
  return (
    <Select
      label={label}
      data={toNamedOptions(from, chosen)}
      searchable
      allowDeselect={false}
      value={chosen === '' ? null : chosen}
      error={errorAt(path)}
      onChange={(value) => set(path, value ?? '')}
    />
  )
}

function HistoryFieldset() {
  const { draft } = useCaseEditing()
  const { appointments, history, clock, stubs, provider } = readDraftFields(draft, ['scenario'])
  const inText = Object.entries({ clock, stubs, provider }).flatMap(([key, value]) => (value === undefined ? [] : key))
  const opened = [appointments !== undefined && 'appointments', history !== undefined && 'history']
  return (
    <>
      <Accordion multiple variant="contained" defaultValue={opened.filter((one) => one !== false)}>
        <Accordion.Item value="history">
          <Accordion.Control>{texts.history}</Accordion.Control>
          <Accordion.Panel>
            <LinesField path={['scenario', 'history']} />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="appointments">
          <Accordion.Control>{texts.appointments}</Accordion.Control>
          <Accordion.Panel>
            <AppointmentsField />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {inText.length > 0 && <span className="quiet">{strings.case.inText(inText)}</span>}
    </>
  )
}
