import { Accordion, Input, SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'
import { strings } from '#i18n/tests.ts'
import { ChoiceField, ListField, LongField, OwnFindings, TextField, toChoices } from './CaseFields.tsx'
import { isPlainObject, valueAtPath } from './case-draft.ts'
import { KeyValueFields } from './KeyValueFields.tsx'
import { LinesField } from './LinesField.tsx'
import { useCaseEditing } from './useCaseEditor.ts'

const { scenario: texts } = strings
const personaAt = ['scenario', 'persona']
const presetAt = [...personaAt, 'preset']
const fieldsAt = [...presetAt, 'fields']
const named = ['firstName', 'lastName', 'fullName', 'email', 'phone', 'company', 'title', 'productInterest', 'source']

type PersonKind = 'stranger' | 'saved' | 'made'
const blanks: Record<PersonKind, unknown> = { stranger: undefined, saved: { id: '' }, made: { preset: { fields: {} } } }

/** The person of the case: unknown, a persona, or one defined in the case. */
export function PersonField() {
  const { draft, set, known, readOnly } = useCaseEditing()
  const persona = valueAtPath(draft, personaAt)
  const who: PersonKind = !isPlainObject(persona) ? 'stranger' : 'preset' in persona ? 'made' : 'saved'
  return (
    <Stack gap="sm">
      <Input.Wrapper label={texts.person} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={texts.person}
          disabled={readOnly}
          value={who}
          data={(['stranger', 'saved', 'made'] as const).map((value) => ({ value, label: texts[value] }))}
          onChange={(next) => set(personaAt, blanks[next])}
        />
      </Input.Wrapper>
      <OwnFindings path={personaAt} />
      {who === 'saved' && (
        <ChoiceField
          path={[...personaAt, 'id']}
          label={texts.persona}
          data={known.personas.map(({ id, name }) => ({ value: id, label: name }))}
          stays
        />
      )}
      {who === 'made' && <PresetPersonFields />}
    </Stack>
  )
}

function PresetPersonFields() {
  const { draft, known } = useCaseEditing()
  const seeded = valueAtPath(draft, [...presetAt, 'historySeed']) !== undefined
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {named.map((key) => (
          <TextField key={key} path={[...fieldsAt, key]} label={texts.fields[key] ?? key} />
        ))}
        <ChoiceField
          path={[...fieldsAt, 'status']}
          label={texts.status}
          data={toChoices(personStatuses, texts.statuses)}
        />
        <ChoiceField
          path={[...fieldsAt, 'assignedRepresentativeId']}
          label={texts.representative}
          data={known.representatives.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceField
          path={[...presetAt, 'consent', 'status']}
          label={texts.consent}
          data={toChoices(consentStatuses, texts.consents)}
        />
        <ListField path={[...fieldsAt, 'tags']} label={texts.personTags} />
      </SimpleGrid>
      <KeyValueFields path={[...fieldsAt, 'customFields']} label={texts.customFields} />
      <LongField path={[...fieldsAt, 'notes']} label={texts.fields.notes ?? ''} rows={1} />
      <Accordion variant="contained" defaultValue={seeded ? 'seed' : null}>
        <Accordion.Item value="seed">
          <Accordion.Control>{texts.seed}</Accordion.Control>
          <Accordion.Panel>
            <LinesField path={[...presetAt, 'historySeed']} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
