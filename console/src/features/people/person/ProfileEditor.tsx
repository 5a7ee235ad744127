import { Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput, Title } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { personStatuses } from '@parley/definition/vocabulary'
import { useLocations, useRepresentatives } from '../../../api/lookups.ts'
import { listTimeZones } from '../../../components/times.ts'
import '@mantine/dates/styles.layer.css'
import type { Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { usePeopleFields } from '../people-fields.ts'
import { CustomFields } from './CustomFields.tsx'
import { lockedFieldProps } from './locked.tsx'
import { type ProfileForm, toProfileBody, toProfileForm } from './profile-form.ts'

type Fields = readonly Schema<'PeopleField'>[]
const { profile, fields: names } = strings
const statusOptions = personStatuses.map((value) => ({ value, label: strings.statuses[value] }))

export function ProfileEditor({ personId }: { personId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const fields = usePeopleFields()
  const path = { personId }
  const editor = useEditor<ProfileForm>({
    key: agent.key('person', personId),
    role: 'serve',
    read: (signal) => agent.api.raw('GET', '/people/{personId}', { path, signal }),
    write: (value, headers) =>
      agent.api.raw('PATCH', '/people/{personId}', { path, body: toProfileBody(value), headers }),
    toForm: toProfileForm,
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('people') }),
  })
  return (
    <EditorFrame editor={editor}>
      {editor.ready && (
        <Stack gap="xl">
          <Contact editor={editor} fields={fields} />
          <StatusFields editor={editor} fields={fields} />
          <CustomFields editor={editor} fields={fields} />
        </Stack>
      )}
    </EditorFrame>
  )
}

type Props = { editor: Editor<ProfileForm>; fields: Fields }
const contact = ['fullName', 'firstName', 'lastName', 'phone', 'email', 'company', 'title', 'source'] as const

function Contact({ editor: { form, readOnly }, fields }: Props) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {profile.contact}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {contact.map((name) => (
          <TextInput
            key={name}
            label={names[name]}
            readOnly={readOnly}
            {...lockedFieldProps(fields, name)}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/** Includes a location that no longer exists, while the person still has it. */
function listLocationOptions(
  locations: readonly Schema<'AgentLocation'>[],
  { preferredLocationId: own }: Pick<ProfileForm, 'preferredLocationId'>,
) {
  const known = locations.map(({ id, name }) => ({ value: id, label: name }))
  return own && !known.some(({ value }) => value === own) ? [...known, { value: own, label: own }] : known
}

function StatusFields({ editor: { form, readOnly }, fields }: Props) {
  const representatives = useRepresentatives()
  const locations = useLocations()
  const known = representatives.map(({ id, name }) => ({ value: id, label: name }))
  const own = form.getValues().assignedRepresentativeId
  const missingOption = own && !known.some(({ value }) => value === own) ? [{ value: own, label: own }] : []
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {profile.state}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={names.status}
          data={statusOptions}
          allowDeselect={false}
          {...lockedFieldProps(fields, 'status')}
          {...form.getInputProps('status')}
        />
        <Select
          label={names.assignedRepresentativeId}
          data={[{ value: '', label: profile.noRepresentative }, ...known, ...missingOption]}
          allowDeselect={false}
          {...form.getInputProps('assignedRepresentativeId')}
        />
        {(locations.length > 0 || form.getValues().preferredLocationId) && (
          <Select
            label={names.preferredLocationId}
            data={[{ value: '', label: profile.noLocation }, ...listLocationOptions(locations, form.getValues())]}
            allowDeselect={false}
            {...form.getInputProps('preferredLocationId')}
          />
        )}
        <CallTime form={form} readOnly={readOnly} />
        <Select
          label={names.timezone}
          data={zones}
          searchable
          clearable={!readOnly}
          limit={50}
          value={form.getValues().timezone || null}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
          error={form.errors.timezone}
        />
      </SimpleGrid>
      <TagsInput label={names.tags} description={profile.tagsHint} maxTags={100} {...form.getInputProps('tags')} />
      <Textarea
        label={names.notes}
        autosize
        minRows={2}
        maxRows={12}
        readOnly={readOnly}
        {...lockedFieldProps(fields, 'notes')}
        {...form.getInputProps('notes')}
      />
    </Stack>
  )
}

const zones = listTimeZones()

function CallTime({ form, readOnly }: Pick<Editor<ProfileForm>, 'form' | 'readOnly'>) {
  const at = form.getValues().scheduledCallAt
  return (
    <DateTimePicker
      locale={language}
      label={names.scheduledCallAt}
      clearable={!readOnly}
      valueFormat="DD MMM YYYY HH:mm"
      value={at ? new Date(at) : null}
      onChange={(next) => form.setFieldValue('scheduledCallAt', next ? new Date(next).toISOString() : '')}
      error={form.errors.scheduledCallAt}
    />
  )
}
