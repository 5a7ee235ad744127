import { Button, Group, Select, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/emulator.ts'
import { words as phone } from '#words/handset.ts'
import { useAgent } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import type { Editing } from '../EmulatorPage.tsx'
import { personaChannels } from '../search.ts'
import type { Persona } from '../turns.ts'
import { CustomFields, HistoryLines } from './FormLists.tsx'
import { bodyOf, consents, fieldOf, formOf, type PersonaForm, statuses, textFields } from './persona-form.ts'

const { form: told } = words
export type Form = UseFormReturnType<PersonaForm>

type Given = { editing: Editing; done: (persona: Persona) => void; close: () => void }

/** Makes a persona, or changes one on all its channels. */
export function PersonaDialog({ editing, done, close }: Given) {
  const before = editing === 'new' ? undefined : editing.personas[0]
  const form = useForm<PersonaForm>({ initialValues: formOf(before) })
  const saving = useSave(editing, form, done)
  const elsewhere = saving.error && !(saving.error instanceof Invalid && Object.keys(form.errors).length > 0)
  return (
    <Dialog onClose={close} title={before ? told.edit(before.name) : told.create} size="lg">
      <form onSubmit={form.onSubmit(() => saving.mutate())}>
        <Stack>
          {before && (
            <Text size="sm" className="quiet">
              {told.editNote}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={told.name}
              description={told.nameHint}
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            {!before && (
              <Select
                label={told.channel}
                description={' '}
                allowDeselect={false}
                data={personaChannels.map((value) => ({ value, label: phone.channels[value] }))}
                {...form.getInputProps('channel')}
              />
            )}
          </SimpleGrid>
          <Known form={form} />
          <CustomFields form={form} />
          <HistoryLines form={form} />
          {elsewhere && <Trouble error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {told.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {before ? told.save : told.make}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function useSave(editing: Editing, form: Form, done: (persona: Persona) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const values = form.getValues()
      if (editing === 'new')
        return agent.api.post('/personas', { body: { ...bodyOf(values), channel: values.channel } })
      const body = bodyOf(values, editing.personas[0]?.fields)
      const changed = await Promise.all(
        editing.personas.map(({ id }) => agent.api.patch('/personas/{personaId}', { path: { personaId: id }, body })),
      )
      return changed[0] as Persona
    },
    onSuccess: async (persona) => {
      await queries.invalidateQueries({ queryKey: agent.key('personas') })
      tell.done(told.made(persona.name))
      done(persona)
    },
    onError: (error) =>
      error instanceof Invalid &&
      form.setErrors(errorsByPath(error.errors, (field) => fieldOf(field, form.getValues()))),
  })
}

function Known({ form }: { form: Form }) {
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" fw={600} size="sm" pb={4}>
        {told.known}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {textFields.map((name) => (
          <TextInput
            key={name}
            label={told.fields[name]}
            autoComplete="off"
            {...(name === 'phone' && { title: told.phoneHint })}
            {...form.getInputProps(`fields.${name}`)}
          />
        ))}
        <Select
          label={told.status}
          clearable
          data={statuses.map((value) => ({ value, label: told.statuses[value] }))}
          {...form.getInputProps('status')}
        />
        <Select
          label={told.consent}
          allowDeselect={false}
          data={consents.map((value) => ({ value, label: told.consents[value] }))}
          {...form.getInputProps('consent')}
        />
      </SimpleGrid>
      <TagsInput mt="xs" label={told.tags} {...form.getInputProps('tags')} />
    </fieldset>
  )
}
