import {
  ActionIcon,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { emulatedChannels } from '@parley/amf/channels'
import { consentStatuses, personStatuses } from '@parley/definition/vocabulary'
import { Invalid } from '@parley/sdk'
import { historyRoles } from '@parley/testcase/vocabulary'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/emulator.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import type { PersonaEdit } from '../EmulatorPage.tsx'
import type { Persona } from '../persona-turns.ts'
import { type PersonaForm, personaTextFields, toPersonaBody, toPersonaField, toPersonaForm } from './persona-form.ts'

function PersonaCustomFields({ form }: { form: PersonaFormState }) {
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {texts.custom}
      </Text>
      {form.values.customFields.map(({ key }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while the user types it
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput flex={1} label={texts.key} {...form.getInputProps(`customFields.${index}.key`)} />
          <TextInput flex={1} label={texts.value} {...form.getInputProps(`customFields.${index}.value`)} />
          <Remove label={texts.removeCustom(key)} onClick={() => form.removeListItem('customFields', index)} />
        </Group>
      ))}
      <Add label={texts.addCustom} onClick={() => form.insertListItem('customFields', { key: '', value: '' })} />
    </Stack>
  )
}

/** Earlier messages; a new line defaults to the other speaker. */
function HistoryFields({ form }: { form: PersonaFormState }) {
  const { historySeed } = form.values
  const next = historySeed.at(-1)?.role === 'user' ? 'assistant' : 'user'
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {texts.history}{' '}
        <Text span size="sm" fw={400} className="quiet">
          {texts.historyHint}
        </Text>
      </Text>
      {historySeed.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only its position identifies a line
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <Select
            w={110}
            label={texts.role}
            allowDeselect={false}
            data={historyRoles.map((value) => ({ value, label: texts.roles[value] }))}
            {...form.getInputProps(`historySeed.${index}.role`)}
          />
          <Textarea flex={1} label={texts.content} autosize {...form.getInputProps(`historySeed.${index}.content`)} />
          <Remove label={texts.removeLine(index + 1)} onClick={() => form.removeListItem('historySeed', index)} />
        </Group>
      ))}
      <Add label={texts.addLine} onClick={() => form.insertListItem('historySeed', { role: next, content: '' })} />
    </Stack>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Group>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
        {label}
      </Button>
    </Group>
  )
}

const { form: texts } = strings
export type PersonaFormState = UseFormReturnType<PersonaForm>

type PersonaDialogProps = { editing: PersonaEdit; done: (persona: Persona) => void; close: () => void }

export function PersonaDialog({ editing, done, close }: PersonaDialogProps) {
  const before = editing === 'new' ? undefined : editing.personas[0]
  const form = useForm<PersonaForm>({ initialValues: toPersonaForm(before) })
  const saving = useSavePersona(editing, form, done)
  const elsewhere = saving.error && !(saving.error instanceof Invalid && Object.keys(form.errors).length > 0)
  return (
    <Dialog onClose={close} title={before ? texts.edit(before.name) : texts.create} size="lg">
      <form onSubmit={form.onSubmit(() => saving.mutate())}>
        <Stack>
          {before && (
            <Text size="sm" className="quiet">
              {texts.editNote}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={texts.name}
              description={texts.nameHint}
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            {!before && (
              <Select
                label={texts.channel}
                description={' '}
                allowDeselect={false}
                data={emulatedChannels.map((value) => ({ value, label: phone.channels[value] }))}
                {...form.getInputProps('channel')}
              />
            )}
          </SimpleGrid>
          <PersonaFieldset form={form} />
          <PersonaCustomFields form={form} />
          <HistoryFields form={form} />
          {elsewhere && <ErrorAlert error={saving.error} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {before ? texts.save : texts.make}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSavePersona(editing: PersonaEdit, form: PersonaFormState, done: (persona: Persona) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const values = form.getValues()
      if (editing === 'new')
        return agent.api.post('/personas', { body: { ...toPersonaBody(values), channel: values.channel } })
      const body = toPersonaBody(values, editing.personas[0]?.fields)
      const changed = await Promise.all(
        editing.personas.map(({ id }) => agent.api.patch('/personas/{personaId}', { path: { personaId: id }, body })),
      )
      return changed[0] as Persona
    },
    onSuccess: async (persona) => {
      await queries.invalidateQueries({ queryKey: agent.key('personas') })
      notify.success(texts.created(persona.name))
      done(persona)
    },
    onError: (error) =>
      error instanceof Invalid &&
      form.setErrors(groupErrorsByPath(error.errors, (field) => toPersonaField(field, form.getValues()))),
  })
}

function PersonaFieldset({ form }: { form: PersonaFormState }) {
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" fw={600} size="sm" pb={4}>
        {texts.known}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {personaTextFields.map((name) => (
          <TextInput
            key={name}
            label={texts.fields[name]}
            autoComplete="off"
            {...(name === 'phone' && { title: texts.phoneHint })}
            {...form.getInputProps(`fields.${name}`)}
          />
        ))}
        <Select
          label={texts.status}
          clearable
          data={personStatuses.map((value) => ({ value, label: texts.statuses[value] }))}
          {...form.getInputProps('status')}
        />
        <Select
          label={texts.consent}
          allowDeselect={false}
          data={consentStatuses.map((value) => ({ value, label: texts.consents[value] }))}
          {...form.getInputProps('consent')}
        />
      </SimpleGrid>
      <TagsInput mt="xs" label={texts.tags} {...form.getInputProps('tags')} />
    </fieldset>
  )
}
