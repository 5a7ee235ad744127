import { Accordion, Group, Select, Stack } from '@mantine/core'
import { words } from '#words/tests.ts'
import { Findings } from '../../../parts/Findings.tsx'
import { channelChoices, choicesOf } from '../shared/channels.ts'
import { AppointmentsField } from './AppointmentsField.tsx'
import { at, fieldsAt, isFields, textAt } from './draft.ts'
import { Entries } from './Entries.tsx'
import { placeOf, useEditing } from './editing.ts'
import { ChoiceField, Told } from './Fields.tsx'
import { LinesField } from './LinesField.tsx'
import { PersonField } from './PersonField.tsx'
import { Section } from './Section.tsx'

const { scenario: said } = words
const startAt = ['scenario', 'start']
const starts = ['inbound', 'outreach', 'reminder', 'resume'] as const
type Start = (typeof starts)[number]

export function ScenarioPart() {
  return (
    <Section title={words.case.scenario}>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <ChoiceField
          path={['scenario', 'channel']}
          label={said.channel}
          data={channelChoices}
          placeholder={said.channelDefault}
        />
        <StartField />
      </Group>
      <StartFields />
      <PersonField />
      <Before />
    </Section>
  )
}

function useStart(): Start {
  const { draft } = useEditing()
  const start = at(draft, startAt)
  return (isFields(start) && starts.find((form) => form in start)) || 'inbound'
}

function StartField() {
  const { set } = useEditing()
  const begin = (start: Start) => {
    if (start === 'inbound') set(startAt, undefined)
    if (start === 'reminder') set(startAt, { reminder: true })
    if (start === 'outreach') set(startAt, { outreach: { outreachId: '' } })
    if (start === 'resume') set(startAt, { resume: { activePlaybook: '' } })
  }
  return (
    <Select
      label={said.start}
      data={starts.map((value) => ({ value, label: said.starts[value] ?? value }))}
      value={useStart()}
      allowDeselect={false}
      onChange={(start) => start && begin(start as Start)}
    />
  )
}

function StartFields() {
  const { known, findings } = useEditing()
  const start = useStart()
  if (start === 'inbound' || start === 'reminder') return <Findings findings={findings} path={placeOf(startAt)} />
  const outreach = [...startAt, 'outreach']
  const playbook = [...startAt, 'resume', 'activePlaybook']
  return (
    <Told path={startAt}>
      {start === 'outreach' && (
        <Stack>
          <Pick path={[...outreach, 'outreachId']} label={said.outreach} from={known.outreaches} />
          <Entries path={[...outreach, 'inputs']} label={said.inputs} />
          <Entries path={[...outreach, 'formData']} label={said.formData} description={said.formDataHint} />
        </Stack>
      )}
      {start === 'resume' && <Pick path={playbook} label={said.playbook} from={known.playbooks} />}
    </Told>
  )
}

type PickGiven = { path: string[]; label: string; from: readonly { id: string; name: string }[] }

/** Lint speaks of it above. */
function Pick({ path, label, from }: PickGiven) {
  const { draft, set, errorAt } = useEditing()
  const chosen = textAt(draft, path)
  return (
    <Select
      label={label}
      data={choicesOf(from, chosen)}
      searchable
      allowDeselect={false}
      value={chosen === '' ? null : chosen}
      error={errorAt(path)}
      onChange={(value) => set(path, value ?? '')}
    />
  )
}

function Before() {
  const { draft } = useEditing()
  const { appointments, history, clock, stubs, provider } = fieldsAt(draft, ['scenario'])
  const inText = Object.entries({ clock, stubs, provider }).flatMap(([key, value]) => (value === undefined ? [] : key))
  const opened = [appointments !== undefined && 'appointments', history !== undefined && 'history']
  return (
    <>
      <Accordion multiple variant="contained" defaultValue={opened.filter((one) => one !== false)}>
        <Accordion.Item value="history">
          <Accordion.Control>{said.history}</Accordion.Control>
          <Accordion.Panel>
            <LinesField path={['scenario', 'history']} />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="appointments">
          <Accordion.Control>{said.appointments}</Accordion.Control>
          <Accordion.Panel>
            <AppointmentsField />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {inText.length > 0 && <span className="quiet">{words.case.inText(inText)}</span>}
    </>
  )
}
