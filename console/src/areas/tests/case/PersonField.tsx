import { Accordion, Input, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { words } from '#words/tests.ts'
import { at, isFields } from './draft.ts'
import { Entries } from './Entries.tsx'
import { useEditing } from './editing.ts'
import { ChoiceField, choices, ListField, LongField, TextField, Whole } from './Fields.tsx'
import { LinesField } from './LinesField.tsx'

const { scenario: said } = words
const personaAt = ['scenario', 'persona']
const presetAt = [...personaAt, 'preset']
const fieldsAt = [...presetAt, 'fields']
const named = ['firstName', 'lastName', 'fullName', 'email', 'phone', 'company', 'title', 'productInterest', 'source']

type Who = 'stranger' | 'saved' | 'made'
const blanks: Record<Who, unknown> = { stranger: undefined, saved: { id: '' }, made: { preset: { fields: {} } } }

/** Who writes: nobody that is known, a persona, or somebody made up for this case. */
export function PersonField() {
  const { draft, set, known, readOnly } = useEditing()
  const persona = at(draft, personaAt)
  const who: Who = !isFields(persona) ? 'stranger' : 'preset' in persona ? 'made' : 'saved'
  return (
    <Stack gap="sm">
      <Input.Wrapper label={said.who} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={said.who}
          disabled={readOnly}
          value={who}
          data={(['stranger', 'saved', 'made'] as const).map((value) => ({ value, label: said[value] }))}
          onChange={(next) => set(personaAt, blanks[next])}
        />
      </Input.Wrapper>
      <Whole path={personaAt} />
      {who === 'saved' && (
        <ChoiceField
          path={[...personaAt, 'id']}
          label={said.persona}
          data={known.personas.map(({ id, name }) => ({ value: id, label: name }))}
          stays
        />
      )}
      {who === 'made' && <MadeUp />}
    </Stack>
  )
}

function MadeUp() {
  const { draft, known } = useEditing()
  const seeded = at(draft, [...presetAt, 'historySeed']) !== undefined
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {named.map((key) => (
          <TextField key={key} path={[...fieldsAt, key]} label={said.fields[key] ?? key} />
        ))}
        <ChoiceField
          path={[...fieldsAt, 'status']}
          label={said.status}
          data={choices(['new', 'contacted', 'qualified', 'converted', 'lost'], said.statuses)}
        />
        <ChoiceField
          path={[...fieldsAt, 'assignedRepresentativeId']}
          label={said.representative}
          data={known.representatives.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceField
          path={[...presetAt, 'consent', 'status']}
          label={said.consent}
          data={choices(['granted', 'denied', 'unknown'], said.consents)}
        />
        <ListField path={[...fieldsAt, 'tags']} label={said.personTags} />
      </SimpleGrid>
      <Entries path={[...fieldsAt, 'customFields']} label={said.customFields} />
      <LongField path={[...fieldsAt, 'notes']} label={said.fields.notes ?? ''} rows={1} />
      <Accordion variant="contained" defaultValue={seeded ? 'seed' : null}>
        <Accordion.Item value="seed">
          <Accordion.Control>{said.seed}</Accordion.Control>
          <Accordion.Panel>
            <LinesField path={[...presetAt, 'historySeed']} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
